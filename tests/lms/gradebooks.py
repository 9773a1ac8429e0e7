"""Gradebooks as the platforms export them, and what `mariner grade fill` makes of them. Called by run.py."""
import json

# Student, id, points, row's name there; None: not in the results.
CLASS = [("Ada Lovelace", "11", 7.5), ("张伟", "12", 0), ("=cmd|' /C calc'!A0", "13", 10), ("O'Brien, Zoë", "14", 3.25),
         ("نرگس", "15", 4)]


def results(folder, people=None, absent=()):
    folder.mkdir(exist_ok=True)
    submissions = [{"student": name, "lms_id": number, "points": points, "handed_in": name not in absent, "cases": []}
                   for name, number, points in (CLASS if people is None else people)]
    (folder / "results.json").write_text(json.dumps({"title": "x", "submissions": submissions}))
    return folder


def quoted(cell):
    return '"%s"' % cell.replace('"', '""')


def plain(cell):
    return quoted(cell) if any(c in cell for c in ',;"\n') else cell


def number(points, comma=False):
    text = ("%.2f" % points).rstrip("0").rstrip(".")
    return text.replace(".", ",") if comma else text


class Book:
    """Rows of cells with one marked None, which is the grade of the student at that place."""

    def __init__(self, rows, *, column=None, separator=",", quote=plain, end="\r\n", encoding="utf-8", comma=False, last_end=True):
        self.rows, self.column, self.separator, self.quote, self.end = rows, column, separator, quote, end
        self.encoding, self.comma, self.last_end = encoding, comma, last_end

    def bytes_with(self, grades):
        """grades: by (row, column), as written; others as they are there."""
        lines = []
        for i, row in enumerate(self.rows):
            lines.append(self.separator.join(grades.get((i, j), self.quote(cell)) for j, cell in enumerate(row)))
        return (self.end.join(lines) + (self.end if self.last_end else "")).encode(self.encoding)


def canvas(comma=False, separator=","):
    rows = [["Student", "ID", "SIS User ID", "SIS Login ID", "Section", "Homework 2 (502)", "Homework 22 (503)", "Final Score"],
            ["", "", "", "", "", "Manual Posting", "", "(read only)"],
            ["    Points Possible", "", "", "", "", "10,00" if comma else "10.00", "5.00", "(read only)"]]
    rows += [[name, lms, "sis" + lms, "login", 'A "1"', "", "1", "2"] for name, lms, _ in CLASS]
    rows.append(["Nobody, Known", "99", "", "", "A", "5", "", ""])
    rows.append(["Student, Test", "", "", "", "A", "", "", ""])
    return Book(rows, separator=separator, comma=comma), 5, 3


def blackboard():
    rows = [["Last Name", "First Name", "Username", "Student ID", "Last Access", "Availability",
             "Homework 2 [Total Pts: 20 Score] |118854", "Homework 3 [Total Pts: 20 Score] |118855"]]
    rows += [[name, "x", lms, "", "2026-03-01", "Yes", "1.00", ""] for name, lms, _ in CLASS]
    return Book(rows, separator="\t", quote=quoted, end="\n", encoding="utf-16"), 6, 1


def brightspace():
    rows = [["OrgDefinedId", "Username", "Last Name", "First Name", "Homework 2 Points Grade <Numeric MaxPoints:10 Weight:10>",
             "Homework 2 Text Grade", "End-of-Line Indicator"]]
    rows += [["#" + lms, "#user" + lms, "L", "F", "", "", "#"] for name, lms, _ in CLASS]
    return Book(rows, last_end=False), 4, 1


def sakai():
    rows = [["Homework 2", "Points"], [""], ["Display ID", "ID", "Last Name", "First Name", "grade", "Submission", "Late"]]
    rows += [["d" + lms, lms, "L", "F", "", "2026-03-02T10:00:00Z", "On time"] for name, lms, _ in CLASS]
    return Book(rows, quote=quoted, encoding="utf-8-sig"), 4, 3


def saved_sakai():
    """As a spreadsheet saves it again: every row as long as the longest."""
    book, header, column = sakai()
    book.rows = [row + [""] * (7 - len(row)) for row in book.rows]
    return book, header, column


def moodle(words=("Identifier", "Participant ", "Grade", "Maximum Grade", "Grade can be changed", "Yes"), comma=False):
    rows = [[words[0], "Full name", "Email", "Status", words[2], words[3], words[4], "Last modified (submission)",
             "Last modified (grade)", "Feedback comments"]]
    rows += [[words[1] + lms, name, "a@example.edu", "Submitted for grading", "", "100,00" if comma else "100.00", words[5],
              "Monday, 2 March 2026, 10:15 AM", "-", ""] for name, lms, _ in CLASS]
    return Book(rows, comma=comma), 4, 1


def foreign_canvas():
    book, column, first = canvas(True, ";")
    book.rows[0] = [cell.replace("Student", "Étudiant").replace("Homework 2 (", "Übung 2 (") for cell in book.rows[0]]
    book.rows[2][0] = "    Points possibles"
    book.rows = [[cell if cell.isascii() or i == 0 else "x" for cell in row] for i, row in enumerate(book.rows)]
    return book, column, first


def in_encoding(make, encoding):
    def made():
        book, column, first = make()
        book.encoding = encoding
        return book, column, first
    return made


def foreign_brightspace():
    rows = [["OrgDefinedId", "Nom d'utilisateur", "Nom", "Prénom", "Devoir 2 Note en points <Numérique MaxPoints:10,5 Catégorie:a, b>",
             "Devoir 2 bis Note en points <Numérique MaxPoints:10>", "Fin de ligne"]]
    rows += [["#" + lms, "#user" + lms, "L", "F", "", "3", "#"] for name, lms, _ in CLASS]
    return Book(rows, comma=True), 4, 1


def category_with_comma():
    book, column, first = brightspace()
    book.rows[0][4] = "Homework 2 Points Grade <Numeric MaxPoints:10 Weight:10 Category:Homework, labs CategoryWeight:30>"
    return book, column, first


def identities(words, state, comma=False):
    """Moodle's worksheet with columns of identity that look like grades of a maximum."""
    book, _, first = moodle(words, comma)
    for i, row in enumerate(book.rows):
        row[2:2] = ["ID number", "Department"] if i == 0 else ["5", "5"]
        if state:
            row[8:8] = ["Workflow" if i == 0 else "Not marked"]
        row[-1] = "Feedback" if i == 0 else "42"
    return book, 6, first


# No, and yes, as Moodle says it.
LANGUAGES = {"German": ("Nein", "Ja"), "Greek": ("Όχι", "Ναι"), "Armenian": ("Ոչ", "Այո"), "Hebrew": ("לא", "כן"), "Chinese": ("否", "是"),
             "Urdu": ("نہیں", "جی ہاں"), "Welsh": ("Na", "Oes"), "Georgian": ("არა", "კი"), "one that nobody speaks": ("blub", "blab")}


def test_languages(bench):
    folder = results(bench.folder / "graded")
    exported, out = bench.folder / "export.csv", bench.folder / "filled.csv"
    for language, (no, yes) in LANGUAGES.items():
        for state in False, True:
            book, column, first = identities(("Kennung", "Wer ", "Punkte", "Höchstens", "Änderbar", yes), state, state)
            book.rows[first + 1][9 if state else 8] = no
            exported.write_bytes(book.bytes_with({}))
            done = fill(bench, exported, folder, out)
            grades = {}
            for i, (_, _, points) in enumerate(CLASS):
                text = number(points, book.comma)
                grades[first + i, column] = quoted(text) if "," in text else text
            del grades[first + 1, column]
            bench.checks.check(done.returncode == 0 and out.read_bytes() == book.bytes_with(grades), "fill: locked in %s" % language,
                               (done.stderr, out.read_text() if out.exists() else ""))


BOOKS = {
    "Canvas in French": (foreign_canvas, "Übung 2"), "Canvas, Windows's table": (in_encoding(foreign_canvas, "cp1252"), "Übung 2"),
    "Canvas, UTF-16 without a mark": (in_encoding(canvas, "utf-16-be"), "Homework 2"),
    "Brightspace in French": (foreign_brightspace, "Devoir 2"), "Brightspace, a comma in the category": (category_with_comma, "Homework 2"),
    "Moodle, identities": (lambda: identities(("Identifier", "Participant ", "Grade", "Maximum Grade", "Grade can be changed", "Yes"), True), ""),
    "Canvas": (canvas, "Homework 2"), "Canvas, whole header": (canvas, "Homework 2 (502)"),
    "Canvas, semicolons": (lambda: canvas(True, ";"), "Homework 2"), "Canvas, commas twice": (lambda: canvas(True), "Homework 2"),
    "Blackboard": (blackboard, "Homework 2"), "Brightspace": (brightspace, "Homework 2"), "Sakai": (sakai, ""),
    "Sakai, title": (sakai, "Homework 2"),
    "Sakai, saved again": (saved_sakai, ""), "Moodle": (moodle, ""),
    "Moodle, German": (lambda: moodle(("Identifikator", "Teilnehmer/in", "Bewertung", "Bestwertung", "Bewertung kann geändert werden", "Ja"), True), ""),
    "Moodle, Vietnamese": (lambda: moodle(("Mã định danh", "Thành viên ", "Điểm", "Điểm tối đa", "Có thể thay đổi điểm", "Có")), ""),
}


def fill(bench, exported, folder, out, *arguments):
    return bench.run("grade", "fill", exported, "--results", folder, "--out", out, *arguments)


def test_fill(bench):
    folder = results(bench.folder / "graded")
    exported, out = bench.folder / "export.csv", bench.folder / "filled.csv"
    for what, (make, title) in BOOKS.items():
        book, column, first = make()
        exported.write_bytes(book.bytes_with({}))
        grades = {}
        for i, (_, _, points) in enumerate(CLASS):
            text = number(points, book.comma)
            was_quoted = book.quote is quoted
            grades[first + i, column] = quoted(text) if was_quoted or book.separator in text else text
        wanted = book.bytes_with(grades)
        arguments = ["--column", title] if title else []
        done = fill(bench, exported, folder, out, *arguments)
        got = out.read_bytes() if out.exists() else b""
        bench.checks.check(done.returncode == 0 and got == wanted, "fill: " + what, (done.returncode, done.stderr, got[:600]))
        again = fill(bench, out, folder, out, *arguments)
        bench.checks.check(again.returncode == 0 and out.read_bytes() == wanted, "fill, again: " + what, again.stderr)
        out.unlink(missing_ok=True)


def test_kept(bench):
    """EX, N/A, locked rows, who is absent or unknown."""
    exported, out = bench.folder / "export.csv", bench.folder / "filled.csv"
    folder = results(bench.folder / "graded", absent=("نرگس",), people=[*CLASS, ("Ghost", "77", 1), ("No Id", "", 2)])
    book, column, first = canvas()
    book.rows[first][column], book.rows[first + 1][column], book.rows[first + 4][column] = "EX", "N/A", "8"
    exported.write_bytes(book.bytes_with({}))
    done = fill(bench, exported, folder, out, "--column", "Homework 2")
    wanted = book.bytes_with({(first + 2, column): "10", (first + 3, column): "3.25"})
    bench.checks.check(done.returncode == 0 and out.read_bytes() == wanted, "fill: EX and N/A stay", done.stderr)
    for name in "Ada Lovelace", "张伟", "Ghost", "No Id":
        bench.checks.check(name in done.stderr, "fill: names " + name, done.stderr)
    bench.checks.check("نرگس" not in done.stderr, "fill: who is absent isn't missed", done.stderr)
    for words in (("Identifier", "Participant ", "Grade", "Maximum Grade", "Grade can be changed", "Yes"), "No"), \
            (("Kennung", "Teilnehmer ", "Bewertung", "Höchstnote", "Änderbar", "Ja"), "Nein"):
        book, column, first = moodle(words[0])
        book.rows[first][6] = words[1]
        exported.write_bytes(book.bytes_with({}))
        done = fill(bench, exported, results(bench.folder / "graded"), out)
        wanted = book.bytes_with({(first + i, column): number(points) for i, (_, _, points) in enumerate(CLASS) if i})
        bench.checks.check(done.returncode == 0 and out.read_bytes() == wanted and "Ada" in done.stderr, "fill: locked, " + words[1], done.stderr)
    book, column, first = brightspace()
    book.rows[first][0], book.rows[first][2], book.rows[first][3] = "#other", "Lovelace", "Ada"
    exported.write_bytes(book.bytes_with({}))
    done = fill(bench, exported, folder, out, "--column", "Homework 2")
    bench.checks.check(done.returncode == 0 and b"#other,#user11,Lovelace,Ada,7.5," in out.read_bytes(), "fill: Brightspace by name", done.stderr)
    book.rows.append(["#other2", "#user2", "Lovelace", "Ada", "", "", "#"])
    exported.write_bytes(book.bytes_with({}))
    done = fill(bench, exported, folder, out, "--column", "Homework 2")
    bench.checks.check(b"Ada,7.5" not in out.read_bytes() and "Ada Lovelace" in done.stderr, "fill: two of one name", done.stderr)


def test_refused(bench):
    folder = results(bench.folder / "graded")
    exported, out = bench.folder / "export.csv", bench.folder / "filled.csv"
    good = canvas()[0].bytes_with({})
    twice = canvas()[0]
    twice.rows[0][6] = "Homework 2 (504)"
    damaged = canvas()[0]
    damaged.rows[4] = damaged.rows[4][:-1]
    cases = [("no such column", good, "Homework 9", "no column 'Homework 9'"), ("no title", good, "", "which column?"),
             ("no grades", good, "Section", "holds no grades"), ("an id", good, "ID", "holds no grades"),
             ("a total", good, "Final Score", "holds no grades"), ("two of that title", twice.bytes_with({}), "Homework 2", "2 columns"),
             ("a short row", damaged.bytes_with({}), "Homework 2", "row 5"),
             ("an open quote", good + b'"x', "Homework 2", "row"), ("no gradebook", b"a,b\n1,2\n", "b", "no gradebook"),
             ("a spreadsheet", b"PK\3\4\0\0", "x", "no text"), ("empty", b"", "x", "empty"),
             ("half of UTF-16", b"\xff\xfea", "x", "UTF-16"), ("bytes", bytes(range(1, 256)) * 50, "x", "")]
    for what, content, title, words in cases:
        exported.write_bytes(content)
        done = fill(bench, exported, folder, out, *(["--column", title] if title else []))
        bench.checks.check(done.returncode == 65 and words in done.stderr and not out.exists(), "fill refuses: " + what, done.stderr)
    exported.write_bytes(good)
    done = fill(bench, exported, bench.folder / "nowhere", out, "--column", "Homework 2")
    bench.checks.check(done.returncode == 66 and not out.exists(), "fill: no results", done.stderr)
    (folder / "results.json").write_text('{"submissions": [{"student": "x"}]}')
    done = fill(bench, exported, folder, out, "--column", "Homework 2")
    bench.checks.check(done.returncode == 65 and not out.exists(), "fill: damaged results", done.stderr)


TESTS = [test_fill, test_languages, test_kept, test_refused]
