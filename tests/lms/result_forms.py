"""What each autograding system reads: every key, its type and its range. An unknown key is wrong, too. Used by packages.py."""
import json
import re

VISIBILITY = {"visible", "hidden", "after_due_date", "after_published"}
FORMATS = {"text", "html", "simple_format", "md", "ansi"}


class Form:
    """Collects what isn't as the system wants it."""

    def __init__(self):
        self.faults = []

    def want(self, is_right, what):
        if not is_right:
            self.faults.append(what)

    def keys(self, value, required, optional, where):
        """An object of these keys; each has a test for its value."""
        self.want(isinstance(value, dict), where + " is no object")
        if not isinstance(value, dict):
            return
        for key in required:
            self.want(key in value, "%s has no %s" % (where, key))
        for key, one in value.items():
            test = required.get(key) or optional.get(key)
            self.want(test is not None, "%s has an unknown key %s" % (where, key))
            self.want(test is None or test(one), "%s: %s is %r" % (where, key, one))


def number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def amount(value):
    return number(value) and value >= 0


def fraction(value):
    return number(value) and 0 <= value <= 1


def text(value):
    return isinstance(value, str)


def one_of(words):
    return lambda value: value in words


def gradescope(form, result):
    told = json.loads(result)
    form.keys(told, {}, {
        "score": amount, "execution_time": amount, "output": text, "output_format": one_of(FORMATS), "test_output_format": one_of(FORMATS),
        "test_name_format": one_of(FORMATS), "visibility": one_of(VISIBILITY), "stdout_visibility": one_of(VISIBILITY),
        "extra_data": lambda value: isinstance(value, dict), "tests": lambda value: isinstance(value, list),
        "leaderboard": lambda value: isinstance(value, list)}, "the result")
    form.want("score" in told or any("score" in test for test in told.get("tests", [])), "neither a score nor tests with one")
    for test in told.get("tests", []):
        form.keys(test, {}, {
            "score": amount, "max_score": amount, "status": one_of({"passed", "failed"}), "name": text, "name_format": one_of(FORMATS), "number": text,
            "output": text, "output_format": one_of(FORMATS), "tags": lambda value: isinstance(value, list), "visibility": one_of(VISIBILITY),
            "extra_data": lambda value: isinstance(value, dict)}, "a test")
        form.want(test["score"] <= test["max_score"], "more than there is to be had")
    for row in told.get("leaderboard", []):
        form.keys(row, {"name": text, "value": lambda value: number(value) or text(value)}, {"order": one_of({"asc", "desc"})}, "a row of the leaderboard")


def prairielearn(form, result):
    told = json.loads(result)
    form.want(len(result.encode()) <= 1 << 20, "more than a megabyte")
    shown = {"message": text, "output": text, "images": lambda value: isinstance(value, list)}
    form.keys(told, {"score": fraction}, {"gradable": lambda value: isinstance(value, bool), "tests": lambda value: isinstance(value, list),
                                          "format_errors": lambda value: text(value) or all(map(text, value)), **shown}, "the result")
    for test in told.get("tests", []):
        form.keys(test, {"name": text, "points": amount, "max_points": amount}, {"description": text, **shown}, "a test")


def autolab(form, result):
    lines = result.splitlines()
    form.keys(json.loads(lines[-1]), {"scores": lambda value: list(value) == ["Points"] and amount(value["Points"])},
              {"scoreboard": lambda value: all(map(number, value))}, "the last line")
    stages = json.loads(lines[-2])
    form.want(stages.pop("_presentation") == "semantic" and set(stages.pop("stages")) == set(stages), "stages and their names")
    for stage in stages.values():
        for case in stage.values():
            form.keys(case, {"passed": lambda value: isinstance(value, bool)}, {"hint": text}, "a stage's case")
    form.want(all(ord(c) >= 32 or c in "\t\n" for c in result), "control characters before students' eyes")


def classroom50(form, result):
    told = json.loads(result)
    form.keys(told, {"schema": one_of({"classroom50/result/v1"}), "classroom": text, "assignment": text, "submission": text, "commit": text,
                     "release": text, "review": text, "datetime": text, "score": amount, "max-score": amount,
                     "tests": lambda value: isinstance(value, list)}, {}, "the result")
    for test in told["tests"]:
        form.keys(test, {"test-name": text, "passed": lambda value: isinstance(value, bool), "score": amount, "max-score": amount}, {}, "a test")


def submitty(form, result):
    told = json.loads(result)
    form.keys(told, {"status": one_of({"success"}), "data": lambda value: isinstance(value, dict)}, {}, "the result")
    form.keys(told["data"], {"score": fraction, "message": text, "status": one_of({"success", "failure", "warning", "information"})}, {}, "its data")


def codegrade(form, result):
    """What is printed, then the line that comes out of descriptor 3."""
    form.keys(json.loads(result.splitlines()[-1]), {"tag": one_of({"points"}), "points": lambda value: re.fullmatch(r"[\d.]+/[\d.]+", value)}, {}, "the line")


def inginious(form, result):
    lines = result.splitlines()
    form.want(lines[0] in {"result " + word for word in ("success", "failed", "timeout", "overflow", "crash")}, lines[0])
    form.want(re.fullmatch(r"grade [\d.]+", lines[1]) and 0 <= float(lines[1].split()[1]) <= 200, lines[1])
    form.want(lines[2] == "::" and all(line == "" or line.startswith("    ") for line in lines[3:]), "no literal block")


FORMS = {form.__name__: form for form in (gradescope, prairielearn, autolab, classroom50, submitty, codegrade, inginious)}


def faults(system, result):
    """What is wrong with a result; nothing if it is as the system's documentation says."""
    form = Form()
    try:
        FORMS[system](form, result)
    except (ValueError, KeyError, IndexError, TypeError, AttributeError) as error:
        form.faults.append(repr(error))
    return form.faults
