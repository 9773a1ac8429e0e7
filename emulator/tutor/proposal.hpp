#pragma once
// What a maker of repairs is shown of a fault, and what it proposes. It only guesses: the tutor tries every proposal by
// assembling the program with it.

#include <optional>
#include <string>
#include <vector>

#include "emulator/tutor/survey.hpp"

namespace mariner::tutor {

/// The kinds of mistakes that are known, in the order of slips.inc.
enum class Slip : u16 {
#define SLIP(id, trust, wrong, way, why, see) id,
#include "emulator/tutor/slips.inc"
#undef SLIP
};

struct SlipInfo {
    std::string_view id;
    Trust trust{};
    std::string_view wrong;
    std::string_view way;
    std::string_view why;
    std::string_view see;
};

const SlipInfo& info(Slip slip);

/// A pattern of slips.inc with its arguments put in; `{new}` is the repaired code.
std::string fill_words(std::string_view pattern, const std::vector<std::string>& arguments, std::string_view repaired);

/// `here is 1`, `here are 3`
std::string here_are(size_t count);

struct Proposal {
    Slip slip{};
    std::vector<std::string> arguments;
    std::vector<LineEdit> edits;  // none: nothing but an explanation
    u32 told_at = 0;              // the line that the message is about, if it isn't the fault's: a macro's call
};

/// A fault, and the line it stands in as it is now.
struct WrongLine {
    const ProgramText* text = nullptr;
    const Survey* survey = nullptr;
    const Diagnostic* fault = nullptr;
    SourceSpot place;
    LooseLine line;

    [[nodiscard]] bool is(Message message) const { return fault->message == message; }
    [[nodiscard]] const SourceText& file() const { return text->files()[place.file]; }
    [[nodiscard]] bool is_in_data() const { return survey->is_in_data(place); }
    /// What the message is about: its first argument.
    [[nodiscard]] std::string_view word() const {
        return fault->arguments.empty() ? std::string_view() : std::string_view(fault->arguments[0]);
    }
    /// The number of a line as the reader of the message knows it.
    [[nodiscard]] std::string number_of(SourceSpot other) const {
        return std::to_string(text->files()[other.file].origin(other.line));
    }
};

class Proposals {
public:
    explicit Proposals(const WrongLine& about) : m_case(&about) {}

    /// Another text for the fault's line. Nothing if it is the same, or was proposed before.
    void rewrite(Slip slip, std::vector<std::string> arguments, std::string line);
    /// `told_at`: the line of the fault's file that it is told of, if it isn't the fault's.
    void edit(Slip slip, std::vector<std::string> arguments, std::vector<LineEdit> edits, u32 told_at = 0);
    /// Words for a case in which no repair is known.
    void explain(Slip slip, std::vector<std::string> arguments, u32 told_at = 0);

    [[nodiscard]] std::vector<Proposal>& all() { return m_all; }
    [[nodiscard]] bool empty() const { return m_all.empty(); }

private:
    const WrongLine* m_case;
    std::vector<Proposal> m_all;
};

/// An instruction, a directive or a macro.
bool begins_statement(const WrongLine& about, std::string_view word);
// By theme, in makers_<theme>.cpp; each proposes what it can, the likeliest first.
void propose_characters(const WrongLine& about, Proposals& out);
void propose_copies(const WrongLine& about, Proposals& out);
void propose_comments(const WrongLine& about, Proposals& out);
void propose_labels(const WrongLine& about, Proposals& out);
void propose_symbols(const WrongLine& about, Proposals& out);
void propose_macros(const WrongLine& about, Proposals& out);
void propose_expressions(const WrongLine& about, Proposals& out);
void propose_tongues(const WrongLine& about, Proposals& out);
void propose_words(const WrongLine& about, Proposals& out);
void propose_operands(const WrongLine& about, Proposals& out);
void propose_data(const WrongLine& about, Proposals& out);
void propose_strings(const WrongLine& about, Proposals& out);
void propose_constants(const WrongLine& about, Proposals& out);
/// A text that a macro is given and that its line, as it was assembled, can't use.
void propose_text_of_call(const WrongLine& use, std::string_view assembled, Proposals& out);
/// Of a fault in a macro's line: what is wrong in the line that uses the macro.
void propose_macro_uses(const WrongLine& about, Proposals& out);
// What is little more than a guess, or a sketch.
void propose_last_words(const WrongLine& about, Proposals& out);
void propose_last_operands(const WrongLine& about, Proposals& out);
void propose_definitions(const WrongLine& about, Proposals& out);
/// The line of `#macro show(%text)`, as C has it, that the .end_macro in a line would end; 0 if there is none.
u32 macro_in_comment(const SourceText& file, u32 end);
/// `#include "lib.asm"` is a comment here: what the file would define is missing. False if no line is like that.
bool propose_include_in_comment(const WrongLine& about, std::string_view name, Proposals& out);
/// Whether other languages print or read by this word.
bool prints_or_reads(std::string_view word);
/// Words where there is nothing to try.
void propose_explanations(const WrongLine& about, Proposals& out);
/// A word of another processor's with operands that its rows don't have.
void explain_tongue(const WrongLine& about, Proposals& out);
/// A statement of C or its like, such as `for (i = 0; ...) {`, that no single line can take the place of.
bool is_other_statement(const WrongLine& about);
/// The value of an expression of numbers and constants; nothing if it is none, or a number alone.
std::optional<i64> calculated(std::string_view expression, const Survey& survey);
/// `int i = 0` or `i++` among the instructions.
bool declares_variable(const WrongLine& about);
void explain_variable(const WrongLine& about, Proposals& out);
/// `while: $t0 < 10`: a comparison that goes nowhere.
void explain_comparison(const WrongLine& about, Proposals& out);

/// Something to say of a program that assembles, or would, and hardly does what was meant.
struct Doubt {
    SourceSpot place;
    u32 offset = 0;
    u32 length = 0;
    Proposal proposal;
};

/// In the order of lines.
std::vector<Doubt> find_doubts(const ProgramText& text, const Survey& survey);

}  // namespace mariner::tutor
