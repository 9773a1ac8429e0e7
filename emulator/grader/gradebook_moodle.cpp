// Moodle: "Participant 123" in front, and somewhere Grade, Maximum Grade, [workflow state], Grade can be changed, in
// the teacher's language.

#include <algorithm>
#include <array>
#include <map>

#include "emulator/grader/excerpt.hpp"
#include "emulator/grader/gradebook_columns.hpp"
#include "emulator/grader/student_id.hpp"
#include "emulator/support/text.hpp"

namespace mariner::grader {

namespace {

bool is_number(std::string_view text) {
    text = trim(text);
    return !text.empty() && text.find_first_not_of("0123456789.,") == std::string_view::npos &&
           text.find_first_of("0123456789") != std::string_view::npos;
}

/// The digits that a cell ends with.
std::string number_at_end(const std::string& cell) {
    const size_t last = cell.find_last_not_of("0123456789");
    return cell.substr(last == std::string::npos ? 0 : last + 1);
}

enum class YesOrNo : u8 { neither, yes, no };

/// In the languages of Moodle, in small letters.
YesOrNo yes_or_no(std::string_view text) {
    static constexpr auto noes = std::to_array<std::string_view>(
        {"no",   "nein",  "non",    "não",    "nao",    "nee",   "nej",  "nei", "ne",   "nē",     "nie",
         "nem",  "ei",    "ez",     "nu",     "jo",     "hayır", "нет",  "не",  "ні",   "όχι",    "不",
         "否",   "不可",  "いいえ", "아니오", "아니요", "لا",    "خیر",  "לא",  "नहीं",  "नाही",   "ไม่",
         "ไม่ใช่", "không", "tidak",  "tiada",  "hindi",  "na",    "nage", "ոչ",  "არა",  "xeyr",   "না",
         "ના",   "ಇಲ್ಲ",   "жоқ",    "ទេ",     "ບໍ່",      "үгүй",  "होइन", "නැත", "maya", "hapana", "இல்லை",
         "కాదు",  "నో",     "نہیں",   "yoʻq",   "yo‘q",   "yo'q",  "níl",  "አይ",  "അല്ല",  "ഇല്ല",    "ਨਹੀਂ"});
    static constexpr auto yeses = std::to_array<std::string_view>(
        {"yes",  "ja",    "oui",   "sim",  "sí",    "si",     "sì",  "da",   "да",  "так", "ano", "áno",  "tak",
         "igen", "kyllä", "jah",   "jā",   "taip",  "bai",    "po",  "evet", "ναι", "是",  "可",  "はい", "예",
         "네",   "نعم",   "بله",   "بلی",  "כן",    "हाँ",     "हां",  "होय",  "ใช่",  "có",  "ya",  "oo",   "oes",
         "ie",   "այո",   "კი",    "დიახ", "bəli",  "হ্যাঁ",    "હા",  "ಹೌದು",  "иә",  "បាទ", "ແມ່ນ", "тийм", "हो",
         "ඔව්",   "haa",   "ndiyo", "ஆம்",   "అవును", "جی ہاں", "ہاں", "ha",   "tá",  "አዎ",  "അതെ", "ਹਾਂ",   "já"});
    const std::string small = fold_case(trim(text));
    return std::ranges::find(noes, small) != noes.end()     ? YesOrNo::no
           : std::ranges::find(yeses, small) != yeses.end() ? YesOrNo::yes
                                                            : YesOrNo::neither;
}

bool all_rows(const CsvTable& table, const std::function<bool(size_t)>& holds) {
    for (size_t row = 1; row < table.size(); ++row) {
        if (!table.is_empty_row(row) && !holds(row)) {
            return false;
        }
    }
    return true;
}

/// A column of words of which there are at most two, without digits: it says yes or no in some language.
struct MoodleSwitch {
    std::map<std::string, size_t> words;  // and in how many rows each stands
    bool is_known = false;                // all of them

    /// The word that locks a row. In a language that isn't known the rarer one: a locked row is the exception.
    [[nodiscard]] std::optional<std::string> locking_word() const {
        for (const auto& [word, rows] : words) {
            if (yes_or_no(word) == YesOrNo::no) {
                return word;
            }
        }
        if (words.size() < 2) {
            return std::nullopt;
        }
        const auto& [first, first_rows] = *words.begin();
        const auto& [second, second_rows] = *words.rbegin();
        const bool is_second = yes_or_no(first) == YesOrNo::yes || second_rows < first_rows;
        return is_second && yes_or_no(second) != YesOrNo::yes ? second : first;
    }
};

std::optional<MoodleSwitch> read_switch(const CsvTable& table, size_t column) {
    MoodleSwitch found;
    const bool fits =
        column < table.row(0).size() && all_rows(table, [&](size_t row) {
            const std::string word(trim(table.cell(row, column)));
            ++found.words[word];
            return word.size() > 1 && word.find_first_of("0123456789@") == std::string::npos && found.words.size() <= 2;
        });
    found.is_known =
        std::ranges::all_of(found.words, [](const auto& w) { return yes_or_no(w.first) != YesOrNo::neither; });
    return fits && !found.words.empty() ? std::optional(std::move(found)) : std::nullopt;
}

struct MoodleColumns {
    size_t grade = no_column;
    size_t changeable = no_column;
    std::optional<std::string> locking_word;
    u32 likelihood = 0;
};

/// What speaks for the maximum standing there, with the grade before it and, one or two columns on, whether that can be
/// changed.
MoodleColumns moodle_columns_at(const CsvTable& table, size_t maximum) {
    const std::string first = table.cell(1, maximum);
    const bool has_decimals = first.size() > 3 && first.find_last_of(".,") == first.size() - 3;
    MoodleColumns columns{maximum - 1, no_column, {}, has_decimals ? 2U : 0U};
    const std::optional<MoodleSwitch> next = read_switch(table, maximum + 1);
    const std::optional<MoodleSwitch> behind = read_switch(table, maximum + 2);  // after a state of work
    const bool is_behind = behind && (!next || !next->is_known);
    const std::optional<MoodleSwitch>& chosen = is_behind ? behind : next;
    if (chosen) {
        columns.changeable = maximum + (is_behind ? 2 : 1);
        columns.locking_word = chosen->locking_word();
        columns.likelihood += chosen->is_known ? 4U : 1U;
    }
    return columns;
}

/// The maximum is the same number in every row; of several such columns the likeliest, the last of equals.
std::optional<MoodleColumns> find_moodle(const CsvTable& table) {
    const size_t width = table.row(0).size();
    if (table.size() < 2 || !all_rows(table, [&](size_t row) { return !number_at_end(table.cell(row, 0)).empty(); })) {
        return std::nullopt;
    }
    const size_t named = column_in_row(table, 0, "Maximum Grade");
    std::optional<MoodleColumns> best;
    for (size_t column = 3; column < width; ++column) {
        const std::string first = table.cell(1, column);
        const bool is_maximum =
            named != no_column ? column == named : is_number(first) && all_rows(table, [&](size_t row) {
                                                       const std::string grade(trim(table.cell(row, column - 1)));
                                                       return table.cell(row, column) == first &&
                                                              (grade.empty() || grade == "-" || is_number(grade));
                                                   });
        if (is_maximum) {
            MoodleColumns columns = moodle_columns_at(table, column);
            best = !best || columns.likelihood >= best->likelihood ? std::optional(std::move(columns)) : best;
        }
    }
    if (const size_t english = column_in_row(table, 0, "Grade can be changed"); best && english != no_column) {
        best->changeable = english;
        best->locking_word = "No";
    }
    return best;
}

}  // namespace

std::optional<Result<GradebookLayout>> moodle_layout(const CsvTable& table, std::string_view title) {
    const std::optional<MoodleColumns> columns = find_moodle(table);
    if (!columns) {
        return std::nullopt;
    }
    const Result<std::vector<size_t>> rows = rows_below(table, 0);
    if (!rows) {
        return rows.error();
    }
    if (!title.empty() && title != table.cell(0, columns->grade)) {
        const bool is_there = column_in_row(table, 0, title) != no_column;
        return Error{is_there ? "the column " + in_quotes(title) + " holds no grades that can be set"
                              : "there is no column " + in_quotes(title) +
                                    "; with grades there are: " + titles_text({table.cell(0, columns->grade)})};
    }
    GradebookLayout layout{columns->grade, table.cell(1, columns->grade + 1), {}};
    for (const size_t row : *rows) {
        const std::string word = columns->changeable == no_column ? "" : table.cell(row, columns->changeable);
        const bool is_locked = yes_or_no(word) == YesOrNo::no || (!word.empty() && trim(word) == columns->locking_word);
        layout.rows.push_back(
            {row, {number_at_end(table.cell(row, 0))}, {}, is_locked ? "the grade is locked there" : ""});
    }
    return layout;
}

}  // namespace mariner::grader
