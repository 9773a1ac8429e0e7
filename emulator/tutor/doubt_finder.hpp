#pragma once
// What assembles and is hardly meant. The walk through a program's lines and what is doubtful about the ways through
// its code stand in doubts.cpp, data and texts in doubts_data.cpp, values that are lost in doubts_lost.cpp.

#include <deque>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "emulator/tutor/proposal.hpp"
#include "emulator/tutor/source_loop.hpp"

namespace mariner::tutor {

/// What a routine is, as far as the lines behind its label tell.
struct RoutineFacts {
    bool returns = false;
    bool takes_arguments = false;  // reads an argument register, or makes room on the stack, before anything else
};

/// Where sd and ld stand in a program, and registers by the names they have in its other lines.
struct PairFacts {
    bool has_load = false;
    bool has_store = false;
    std::unordered_set<std::string_view> written;
    std::unordered_set<std::string_view> read;
    std::unordered_set<std::string_view> stepped_by_words;  // `addi $t0, $t0, 4`
};

/// Whether an instruction by this name puts its result into its first operand.
bool writes_first_operand(std::string_view head);
/// By its name or its number.
bool names_register(const LooseLine& line, std::string_view name, std::string_view number);
/// `li $v0, N`
std::optional<i32> loaded_service(const LooseLine& line);

class DoubtFinder {
public:
    DoubtFinder(const ProgramText& text, const Survey& survey) : m_text(&text), m_survey(&survey) {}
    std::vector<Doubt> find();

private:
    void read_file(u32 file);
    /// A slip is made once. What a program does again and again is meant: a list of forms uses no result, and stores
    /// pairs to show how.
    void leave_out_habits();
    void add(const LinePiece& about, Slip slip, std::vector<std::string> arguments, std::vector<LineEdit> edits);
    LineEdit new_line(std::string text) const { return {m_place.file, m_place.line, std::move(text)}; }
    /// Labels on lines of their own above belong to the instruction.
    void look_at_data(const LooseLine& line);
    /// `count: .word`, with no value in this line nor at the start of the next.
    void look_at_missing_value(const LooseLine& line);
    void look_at_string(const LooseLine& line);
    /// `"Hello" "`
    bool is_quote_behind_text(const LooseLine& line, const LinePiece& piece);
    /// A quote alone in quotes lacks its backslash.
    bool is_quote_in_quotes(const LooseLine& line, const LinePiece& piece);
    /// `"""Hello"""` is three texts, the first and the last of which are empty.
    void look_at_doubled_quotes(const LooseLine& line);
    /// `.asciiz "one " "two"`: C makes one text of them.
    void look_at_neighbours(const LooseLine& line);
    void look_at_escapes(const LinePiece& piece);
    /// A text without an end that a line below closes. Both become one line.
    bool goes_on_below(const LooseLine& line, const LinePiece& piece);
    /// `.ascii "one"` that is printed, with another text behind it.
    void look_at_open_text(const LooseLine& line);
    /// Whether `la $a0` of a label stands near the choice of the service that prints a text.
    [[nodiscard]] bool is_printed(std::string_view label) const;
    /// A number beyond 32 bits loses its upper part.
    void look_at_numbers(const LooseLine& line);
    /// `.float 32,0`: a comma where a point belongs.
    void look_at_fraction(const LooseLine& line);
    /// `.word 3, 8, 1 9, 4`: commas between all values but two. Values in groups of one size are a table's rows.
    void look_at_commas(const LooseLine& line);
    /// Only the value at the label itself is read or stored: no line takes its address, or one behind it.
    bool is_read_alone(std::string_view label);
    void look_at_label(const LooseLine& line);
    /// By their names in small letters: of those that differ by capitals only, the first of the alphabet.
    const std::unordered_map<std::string, std::string_view>& used_labels();
    /// `blt ..., small`, `li $v0, 1`, `small:`, `li $v0, 0`: the first part runs on into the second, which undoes it.
    void look_at_lost_result(const LooseLine& line, const std::string& head);
    /// An instruction that does nothing but write its target, if it has one.
    void note_result(const LooseLine& line, std::string_view target);
    [[nodiscard]] bool copies_back(const LooseLine& line) const;
    static std::string_view code_of(const LooseLine& line);
    /// A label that nothing but branches above and tables of jumps go to: the other part of a choice.
    [[nodiscard]] bool is_branched_to_from_above(std::string_view label) const;

    struct Written {
        std::string_view name;  // of the register
        SourceSpot place;
        std::string_view code;
    };
    using LostResults = std::vector<Written>;
    /// `lw $t0, a`, `lw $t0, b`: what was loaded first nobody has seen.
    /// `double:`, which is called, runs on into `triple:`, which nobody calls, and whose first line takes its $v0 away.
    void look_at_unused_entry(const LooseLine& line);
    void look_at_overwritten(const Written& lost, const LooseLine& line);
    void tell_lost_result(const Written& lost, const LooseLine& line);
    /// A syscall follows close behind.
    [[nodiscard]] bool chooses_service() const;
    /// Where the part of a choice that this line begins goes on: at the next label, or where it jumps to.
    [[nodiscard]] std::string_view end_of_part() const;
    /// `li $t0, 9`, `lw $t0, result`, where nothing ever stores into result: sw was meant.
    void look_at_load_for_store(const LooseLine& line);
    void look_at_code(const LooseLine& line);
    /// `jal loop` among the lines behind `loop:` itself, which nothing else calls: `j` was meant.
    void look_at_own_call(const LooseLine& line, std::string_view head);
    [[nodiscard]] bool is_own_loop(std::string_view label, const SourceText& source) const;
    /// A loop whose one test is the wrong way round.
    void look_at_loop(std::string_view label, u32 first);
    /// A loop that reads here and writes there, and moves on with one of the two registers only (doubts_walks.cpp).
    void look_at_walk(std::string_view label, u32 first);
    /// An inner loop whose counter isn't set back: from the second round of the outer one on it ends at once.
    using LoopLines = std::vector<const NumberedLine*>;
    void look_at_counter(std::string_view label, const LoopLines& lines);
    static std::pair<std::string_view, std::string_view> counted_by(const LoopLines& lines);
    [[nodiscard]] u32 loop_around(u32 first, std::string_view counter, std::string_view limit) const;
    [[nodiscard]] std::string_view beginning_of(std::string_view base, u32 loop) const;
    [[nodiscard]] bool is_stepped_below(std::string_view base) const;
    [[nodiscard]] bool has_elements(std::string_view label) const;
    /// `mul $t2, $t0, ROWS`, where a row of the table has another number of elements.
    void look_at_row_step(const LooseLine& line, std::string_view head);
    struct TableShape {
        i32 rows = 0;
        i32 columns = 0;
    };
    struct TableStep {
        std::string_view column;
        std::string_view table;
    };
    [[nodiscard]] std::optional<i32> number_named(std::string_view word) const;
    [[nodiscard]] std::string_view limit_of(std::string_view counter) const;
    [[nodiscard]] std::optional<TableShape> shape_of(std::string_view label) const;
    [[nodiscard]] std::optional<TableStep> table_step(std::string_view product) const;
    /// `sd $t1, 0($t0)`, where the program has no use for what goes into the second word.
    void look_at_pair(const LooseLine& line, std::string_view head);
    const PairFacts& pair_facts();
    [[nodiscard]] bool is_pair_meant(std::string_view second, bool is_store);
    /// `add.d $f1, $f2, $f4`: MARS says so when the instruction runs.
    void look_at_doubles(const LooseLine& line, std::string_view head);
    void tell_odd_double(const LooseLine& line, const LinePiece& odd, u32 number);
    /// `j main` where the label of the loop was meant, which stands behind what main begins with.
    void look_at_restart(const LooseLine& line, std::string_view target, u32 first);
    /// Whether the routine that a line calls returns.
    bool comes_back(const LooseLine& line);
    /// Of a program with more routines than people write the last stay unread.
    RoutineFacts routine_at(u32 line);
    /// A branch to what is data: nobody means to run numbers.
    void look_at_target(const LooseLine& line, std::string_view head);
    /// `li $v0, 4`, `la $a0, text`, `li $v0, 10`.
    void look_at_lost_service(const LooseLine& line, i32 service);
    /// `la $a0, text` and then another value for $a0, while $v0 still asks for printing from the call before.
    void look_at_lost_text(const LooseLine& line, const std::string& head);
    [[nodiscard]] bool is_called_from_above(std::string_view routine) const;
    /// A routine that others call, and that the program ends in without returning; and `main` without its exit, which
    /// MARS stops behind its last instruction and others don't.
    void look_at_end(u32 file);
    /// A routine that others call, and that the one above runs into.
    void look_at_entry(const LooseLine& line);

    const ProgramText* m_text;
    const Survey* m_survey;
    std::vector<Doubt> m_doubts;
    SourceSpot m_place;
    std::optional<i32> m_service;                  // in $v0, as far as it is known
    std::optional<SourceSpot> m_service_at;        // where it was put there, until something uses it
    std::optional<SourceSpot> m_text_in_argument;  // where $a0 was given a text, until something uses it
    std::string_view m_text_of_argument;
    bool m_ends = false;
    bool m_may_fall_through = false;
    bool m_is_dead = false;  // behind a jump
    bool m_calls_system = false;
    std::unordered_map<u32, RoutineFacts> m_routines;  // by their lines
    bool m_data_told = false;
    LostResults m_part;                     // what the straight lines since the last label have written and not read
    LostResults m_part_above;               // likewise in front of that label, if it begins the other part of a choice
    bool m_is_straight = false;             // no jump since the last label
    std::optional<SourceSpot> m_open_text;  // of the last text, if no zero ends it, and its label
    std::string_view m_open_label;
    SourceSpot m_last;
    std::deque<NumberedLine> m_recent;  // up to this one
    std::string_view m_routine;         // whose lines these are
    std::optional<std::unordered_map<std::string, std::string_view>> m_used_labels;
    std::optional<PairFacts> m_pair_facts;
    std::unordered_set<std::string_view> m_odd_doubles;  // those that were told
};

}  // namespace mariner::tutor
