#pragma once
// The debugger's command language: a line in, text out, a session in between. Knows no terminal: what it prints, where
// input for the program goes and how a picture is shown is its front end's. Used by `mariner debug`, interactive or in
// batch, and by tests.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/analysis/profile_report.hpp"
#include "emulator/debugger/expression.hpp"
#include "emulator/debugger/session.hpp"
#include "emulator/support/result.hpp"

namespace mariner::debugger {

class FrontEnd {
public:
    virtual ~FrontEnd() = default;
    virtual void print(std::string_view text) = 0;
    /// The program will read this before anything else.
    virtual void add_input(std::string_view bytes) = 0;
    /// What became of showing the picture, or of writing it to a file: text to print.
    virtual Result<std::string> show_picture(const std::string& path) = 0;
    /// The word behind a pixel of the picture.
    virtual Result<u32> pixel_address(u32 x, u32 y) = 0;
};

class Interpreter {
public:
    /// All must outlive it.
    Interpreter(Session& session, const ProfileSources& sources, FrontEnd& front_end);

    /// One command. An error is the sentence to print: nothing has been done.
    Result<void> execute(std::string_view line);
    [[nodiscard]] bool is_over() const { return m_is_over; }
    /// The last command was one that an empty line repeats.
    [[nodiscard]] bool is_repeatable() const { return m_is_repeatable; }
    /// Where the program stands now, as after a motion.
    [[nodiscard]] std::string position_text() const;
    /// What a line that ends at the cursor may be completed to: the whole words that its last one may become.
    [[nodiscard]] std::vector<std::string> complete(std::string_view line) const;

private:
    friend struct CommandTable;

    /// The words behind a command's name, and the name as the table has it.
    struct Call {
        std::string_view name;
        std::string_view arguments;
    };

    // One per handler of commands.inc.
    Result<void> move(const Call& call);
    Result<void> run_to(const Call& call);
    Result<void> go_to(const Call& call);
    Result<void> who(const Call& call);
    Result<void> add_breakpoint(const Call& call);
    Result<void> add_watchpoint(const Call& call);
    Result<void> set_condition(const Call& call);
    Result<void> set_ignore(const Call& call);
    Result<void> set_enabled(const Call& call);
    Result<void> delete_points(const Call& call);
    Result<void> print_value(const Call& call);
    Result<void> examine(const Call& call);
    Result<void> where(const Call& call);
    Result<void> list_source(const Call& call);
    Result<void> disassemble(const Call& call);
    Result<void> expand(const Call& call);
    Result<void> backtrace(const Call& call);
    Result<void> info(const Call& call);
    Result<void> display(const Call& call);
    Result<void> set(const Call& call);
    Result<void> input(const Call& call);
    Result<void> help(const Call& call);
    Result<void> echo(const Call& call);
    Result<void> check(const Call& call);
    Result<void> quit(const Call& call);

    void print(std::string_view text) { m_front_end.print(text); }
    void print_line(std::string text) { m_front_end.print(text += '\n'); }
    void tell(const StopReport& report);
    [[nodiscard]] std::string describe_stop(const StopReport& report) const;
    [[nodiscard]] std::string describe_end(const RunResult& end) const;
    [[nodiscard]] std::string describe_touch(const Touch& touch) const;

    [[nodiscard]] Result<Value> evaluate(std::string_view text) const;
    [[nodiscard]] Result<u32> integer(std::string_view text) const;
    [[nodiscard]] Result<u64> count_of(std::string_view text) const;
    [[nodiscard]] Result<Condition> condition_of(std::string_view text) const;
    /// An address of text: LINE, FILE:LINE, LABEL, *EXPRESSION, 0xADDRESS; nothing: where the program is.
    [[nodiscard]] Result<u32> text_place(std::string_view text) const;
    [[nodiscard]] Result<u32> line_address(std::string_view file, u32 line) const;
    /// What can be watched, asked for or set: a register, bytes of memory.
    [[nodiscard]] Result<Place> data_place(std::string_view text) const;
    [[nodiscard]] std::string name_of(const Place& place) const;
    [[nodiscard]] std::string label_of(u32 address) const;
    [[nodiscard]] std::string instruction_text(u32 address) const;
    [[nodiscard]] std::string disassembly_line(u32 address) const;
    [[nodiscard]] std::string place_text(u32 address) const;
    [[nodiscard]] std::string point_text(int id) const;

    /// What stands behind x/: 8xw.
    struct Examination {
        u32 count = 1;
        char format = 'x';
        u32 size = 4;
    };
    static Result<Examination> read_examination(std::string_view letters);
    Result<void> examine_strings(u32 address, u32 count);
    Result<void> examine_numbers(u32 address, const Examination& what);

    /// False if the place doesn't take it.
    Result<bool> assign(std::string_view left, const Value& value);
    Result<bool> assign_memory(std::string_view left, const Value& value);

    void info_registers();
    void info_floats();
    void info_symbols(std::string_view part);
    void info_breakpoints();
    void info_map();
    void info_history();

    Session& m_session;
    const ProfileSources& m_sources;
    FrontEnd& m_front_end;
    bool m_is_over = false;
    bool m_is_repeatable = false;
    u32 m_listed_file = 0;  // list without a place goes on behind what it showed last
    u32 m_listed_line = 0;
    Time m_listed_at = ~Time{0};
};

}  // namespace mariner::debugger
