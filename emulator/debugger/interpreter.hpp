#pragma once
// The debugger's command language: a line in, text out, a session in between. Knows no terminal: what it prints, where
// input for the program goes and how a picture is shown is its front end's. Used by `mariner debug` and by tests.

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "emulator/analysis/profile_report.hpp"
#include "emulator/debugger/expression.hpp"
#include "emulator/debugger/session.hpp"
#include "emulator/execute/registers.hpp"
#include "emulator/support/result.hpp"

namespace mariner::debugger {

/// Where the view is drawn.
struct Screen {
    bool is_terminal = false;
    bool has_colours = false;
    u32 columns = 80;
    u32 lines = 24;
};

class FrontEnd {
public:
    virtual ~FrontEnd() = default;
    virtual void print(std::string_view text) = 0;
    /// The same for text of ours, which has colours in it if the screen does.
    virtual void draw(std::string_view text) { print(text); }
    virtual Screen screen() { return {}; }
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
    void show_position();
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
    Result<void> restart(const Call& call);
    Result<void> who(const Call& call);
    Result<void> add_breakpoint(const Call& call);
    Result<void> add_watchpoint(const Call& call);
    Result<void> set_condition(const Call& call);
    Result<void> set_ignore(const Call& call);
    Result<void> change_points(const Call& call);
    Result<void> clear_points(const Call& call);
    Result<void> print_value(const Call& call);
    Result<void> examine(const Call& call);
    Result<void> where(const Call& call);
    Result<void> list_source(const Call& call);
    Result<void> disassemble(const Call& call);
    Result<void> expand(const Call& call);
    Result<void> backtrace(const Call& call);
    Result<void> info(const Call& call);
    Result<void> display(const Call& call);
    Result<void> undisplay(const Call& call);
    Result<void> picture(const Call& call);
    Result<void> tool(const Call& call);
    Result<void> view(const Call& call);
    Result<void> stack(const Call& call);
    Result<void> set(const Call& call);
    Result<void> input(const Call& call);
    Result<void> help(const Call& call);
    Result<void> echo(const Call& call);
    Result<void> check(const Call& call);
    Result<void> quit(const Call& call);

    void print(std::string_view text) { m_front_end.print(text); }
    void print_line(std::string text) { m_front_end.print(text += '\n'); }
    void tell(Direction direction, const std::function<StopReport()>& motion);
    [[nodiscard]] std::string describe_stop(const StopReport& report) const;
    [[nodiscard]] std::string describe_end(const RunResult& end) const;
    [[nodiscard]] std::string describe_touch(const Touch& touch) const;

    [[nodiscard]] Result<ExpressionValue> evaluate(std::string_view text) const;
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
    [[nodiscard]] std::string function_name(u32 address) const;
    [[nodiscard]] std::string position_text() const;
    [[nodiscard]] std::string instruction_text(u32 address) const;
    [[nodiscard]] std::string basic_text(u32 address) const;
    [[nodiscard]] std::string disassembly_line(u32 address) const;
    [[nodiscard]] u32 statement_end(u32 address) const;
    [[nodiscard]] std::string place_text(u32 address) const;
    [[nodiscard]] std::string point_text(int id) const;
    [[nodiscard]] Result<std::vector<int>> points_named(const Call& call) const;
    [[nodiscard]] std::pair<Point*, std::string_view> numbered_point(const Call& call);
    Result<void> give_condition(Point& point, std::string_view text) const;
    template <class Kind>
    Result<void> add_point(Kind point, std::string_view condition);

    /// What stands behind x/: 8xw.
    struct Examination {
        u32 count = 1;
        char format = 'x';
        u32 size = 4;
    };
    static Result<Examination> read_examination(std::string_view letters);
    Result<void> examine_strings(u32 address, u32 count);
    Result<void> examine_numbers(u32 address, const Examination& what);

    /// "5  0x00000005" for "$t0", "0x00000005" for "/x $t0".
    [[nodiscard]] Result<std::string> value_text(std::string_view text) const;
    /// An expression, with /FORMAT in front if it has one.
    struct Display {
        int number = 0;
        std::string text;
    };
    [[nodiscard]] std::string display_text(const Display& one) const;

    // The view: parts as a table, each a function that draws some rows (interpreter_view.cpp).
    using Rows = std::vector<std::string>;
    /// `label`: in front of the first row, then blanks. `share`: rows that it may take of a screen of 24.
    struct ViewPart {
        std::string_view name;
        std::string_view label;
        Rows (Interpreter::*draw)(size_t columns, u32 rows);
        u32 share;
        std::string_view colour;  // of the source: for the line where the program is
        bool is_usual;
        std::string_view help;
    };
    static std::span<const ViewPart> view_parts();
    static u32 parts_that(const std::function<bool(const ViewPart& part)>& are_meant);
    static std::string view_help();
    [[nodiscard]] u32 shown_parts() const;
    void draw_view();
    Rows draw_output(size_t columns, u32 rows);
    Rows draw_changed(size_t columns, u32 rows);
    Rows draw_source(size_t columns, u32 rows);
    Rows draw_next(size_t columns, u32 rows);
    Rows draw_stack(size_t columns, u32 rows);
    Rows draw_displays(size_t columns, u32 rows);
    Rows draw_registers(size_t columns, u32 rows);
    [[nodiscard]] Rows source_rows(u32 file, u32 first, u32 count) const;
    [[nodiscard]] Rows instruction_rows(u32 pc, u32 count) const;

    // What the next instruction does, in pieces (interpreter_effect.cpp).
    [[nodiscard]] std::vector<std::string> next_items() const;
    [[nodiscard]] std::vector<std::string> service_items(const CpuState& cpu) const;
    static RegisterSet doubles_of(const ProgramImage& image);
    using RegisterTeller = std::function<std::string(u8 id, bool is_pair)>;
    [[nodiscard]] std::vector<std::string> register_items(const RegisterSet& among, u32 pc,
                                                          const RegisterTeller& text) const;
    /// "$t0 5 -> 6" for the registers `among` that differ; the statement at pc says which are doubles.
    [[nodiscard]] std::vector<std::string> changes(const CpuState& before, const CpuState& after, u32 pc,
                                                   const RegisterSet& among, bool says_equal) const;
    [[nodiscard]] std::string access_text(u32 address, u32 size, u64 value, bool is_write, bool is_float) const;
    [[nodiscard]] std::string register_text(const CpuState& cpu, u8 id, bool is_pair) const;
    [[nodiscard]] std::string near_label(u32 address) const;
    [[nodiscard]] std::string short_value(u32 value) const;
    [[nodiscard]] std::string destination(u32 pc) const;

    /// False if the place doesn't take it.
    Result<bool> assign(std::string_view left, const ExpressionValue& value);

    // One per topic of info.
    struct Topic {
        std::string_view name;
        Result<void> (Interpreter::*show)(std::string_view rest);
    };
    static std::span<const Topic> topics();
    Result<void> info_registers(std::string_view names);
    [[nodiscard]] std::vector<std::string> register_rows() const;
    Result<void> info_floats(std::string_view names);
    Result<void> info_symbols(std::string_view part);
    Result<void> info_breakpoints(std::string_view rest);
    Result<void> info_map(std::string_view rest);
    Result<void> info_history(std::string_view rest);

    Session& m_session;
    const ProfileSources& m_sources;
    FrontEnd& m_front_end;
    bool m_is_over = false;
    bool m_is_repeatable = false;
    u32 m_listed_file = 0;  // list without a place goes on behind what it showed last
    u32 m_listed_line = 0;
    Time m_listed_at = ~Time{0};
    u32 m_examined = 0;  // x without an address goes on here

    std::vector<Display> m_displays;
    int m_last_display = 0;
    std::optional<u32> m_view;  // bits of view_parts(), once somebody has chosen
    RegisterSet m_doubles;      // floating-point registers that hold nothing else
    CpuState m_before;          // where the last motion began
    Printed m_printed;          // by it
};

/// As a C string literal, for people.
std::string quoted(std::string_view text);
std::vector<std::string_view> words_of(std::string_view text);

}  // namespace mariner::debugger
