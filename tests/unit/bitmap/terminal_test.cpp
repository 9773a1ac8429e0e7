#include <gtest/gtest.h>

#include <charconv>

#include "bitmap/surface.hpp"
#include "bitmap/terminal.hpp"
#include "bitmap/terminal_keys.hpp"
#include "bitmap/terminal_screen.hpp"

namespace mariner::bitmap {
namespace {

constexpr Geometry game = {8, 8, 512, 512, 0x10040000};

/// A terminal that understands what TerminalScreen sends, and counts the cells written.
class Emulated {
public:
    Emulated(u32 columns, u32 lines) : m_columns(columns), m_cells(size_t{columns} * lines) {}

    void receive(std::string_view bytes) {
        written = 0;
        while (!bytes.empty()) {
            bytes = bytes.starts_with("\x1b[") ? sequence(bytes.substr(2)) : character(bytes);
        }
    }

    [[nodiscard]] const std::vector<ScreenCell>& cells() const { return m_cells; }
    size_t written = 0;
    u32 cursor_column = 0;
    u32 cursor_line = 0;

private:
    std::string_view sequence(std::string_view bytes) {
        size_t end = 0;
        while (bytes[end] < 0x40) {
            ++end;
        }
        std::vector<u32> numbers;
        for (const char* at = bytes.data(); at < bytes.data() + end;) {
            u32 number = 0;
            const auto after = std::from_chars(at, bytes.data() + end, number).ptr;
            numbers.push_back(number);
            at = after + 1;
        }
        if (bytes[end] == 'H') {
            cursor_line = numbers[0] - 1;
            cursor_column = numbers[1] - 1;
        } else if (bytes[end] == 'm' && numbers.size() == 10) {
            m_ink = numbers[2] << 16 | numbers[3] << 8 | numbers[4];
            m_paper = numbers[7] << 16 | numbers[8] << 8 | numbers[9];
        }
        return bytes.substr(end + 1);
    }

    std::string_view character(std::string_view bytes) {
        const auto lead = static_cast<u8>(bytes.front());
        const size_t length = lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
        m_cells[size_t{cursor_line} * m_columns + cursor_column++] = {utf32_of(bytes.substr(0, length)).front(), m_ink,
                                                                      m_paper};
        ++written;
        return bytes.substr(length);
    }

    u32 m_columns;
    u32 m_ink = 0;
    u32 m_paper = 0;
    std::vector<ScreenCell> m_cells;
};

Picture noise(u32 seed) {
    Picture picture(64, 64);
    for (u32& unit : picture.units) {
        seed = seed * 1664525 + 1013904223;
        unit = seed >> 8;
    }
    return picture;
}

TEST(TerminalScreen, SendsWhatMakesTheWantedScreen) {
    TerminalScreen screen(game, ColourDepth::direct);
    Emulated terminal(100, 50);
    screen.resize(100, 50);
    ConsolePane pane;
    for (u32 round = 0; round < 5; ++round) {
        pane.append("round " + std::to_string(round) + "\n");
        screen.set_picture(noise(round), {});
        screen.set_console(pane, "running", true);
        terminal.receive(screen.update());
        ASSERT_EQ(terminal.cells(), screen.cells()) << "round " << round;
    }
    EXPECT_EQ(terminal.cursor_line, 49u);
    EXPECT_EQ(terminal.cursor_column, 2u);
    EXPECT_EQ(screen.update(), "");
}

TEST(TerminalScreen, SendsOnlyChangedCells) {
    TerminalScreen screen(game, ColourDepth::direct);
    Emulated terminal(80, 45);
    screen.resize(80, 45);
    Picture picture = noise(1);
    screen.set_picture(picture, {});
    terminal.receive(screen.update());
    EXPECT_EQ(terminal.written, 80u * 45);
    picture.units[64 * 10 + 5] ^= 0x808080;
    screen.set_picture(picture, {});
    terminal.receive(screen.update());
    EXPECT_EQ(terminal.written, 1u);
    EXPECT_EQ(terminal.cells(), screen.cells());
}

TEST(TerminalScreen, ShowsTwoUnitsInACellAtFullSize) {
    TerminalScreen screen(game, ColourDepth::direct);
    screen.resize(64, 40);
    const Picture picture = noise(7);
    screen.set_picture(picture, {});
    for (u32 row = 0; row < 64; row += 2) {
        for (u32 column = 0; column < 64; ++column) {
            const ScreenCell& cell = screen.cells()[size_t{row} / 2 * 64 + column];
            ASSERT_EQ(cell.ink, picture.at({column, row}));
            ASSERT_EQ(cell.paper, picture.at({column, row + 1}));
        }
    }
    EXPECT_EQ(screen.unit_at(63, 31)->column, 63u);
    EXPECT_EQ(screen.unit_at(64, 0), std::nullopt);
}

TEST(TerminalScreen, FitsAnySize) {
    for (u32 columns : {1u, 10u, 80u, 300u}) {
        for (u32 lines : {1u, 4u, 24u, 100u}) {
            for (const Geometry& geometry : {game, Geometry{1, 1, 1024, 1024, 0}, Geometry{32, 1, 64, 64, 0}}) {
                TerminalScreen screen(geometry, ColourDepth::direct);
                Emulated terminal(columns, lines);
                screen.resize(columns, lines);
                screen.set_picture(Picture(geometry.columns(), geometry.rows()), {{{0, 0}, 0xffffff}});
                ConsolePane pane;
                pane.append("text");
                screen.set_console(pane, "state", true);
                terminal.receive(screen.update());
                EXPECT_EQ(terminal.cells(), screen.cells());
            }
        }
    }
}

TEST(TerminalScreen, KeepsWideLettersFromShiftingALine) {
    TerminalScreen screen(game, ColourDepth::direct);
    screen.resize(80, 45);
    ConsolePane pane;
    pane.append("a\xe5\xae\xbd\xe1\xba\xa1");
    screen.set_console(pane, "", true);
    const ScreenCell* text = &screen.cells()[size_t{33} * 80];
    EXPECT_EQ(text[1].character, U'?');
    EXPECT_EQ(text[2].character, U'ạ');
}

TEST(TerminalScreen, FallsBackTo256Colours) {
    EXPECT_EQ(nearest_indexed_colour(0xff0000), 196);
    EXPECT_EQ(nearest_indexed_colour(0xffffff), 231);
    EXPECT_EQ(nearest_indexed_colour(0x000000), 16);
    EXPECT_EQ(nearest_indexed_colour(0x808080), 244);
    TerminalScreen screen(game, ColourDepth::indexed);
    screen.resize(80, 45);
    screen.set_picture(noise(3), {});
    const std::string bytes = screen.update();
    EXPECT_EQ(bytes.find("38;2"), std::string::npos);
    EXPECT_NE(bytes.find("38;5"), std::string::npos);
}

TEST(ColourDepth, IsReadFromTheEnvironment) {
    EXPECT_EQ(colour_depth("xterm-256color", "truecolor"), ColourDepth::direct);
    EXPECT_EQ(colour_depth("xterm-256color", ""), ColourDepth::indexed);
    EXPECT_EQ(colour_depth("dumb", "truecolor"), std::nullopt);
    EXPECT_EQ(colour_depth("", ""), std::nullopt);
    EXPECT_TRUE(has_colours("xterm-256color", ""));
    EXPECT_FALSE(has_colours("xterm-256color", "1"));
    EXPECT_FALSE(has_colours("vt100", ""));
}

TEST(TerminalKeys, ReadsSequencesThatComeInPieces) {
    TerminalKeys keys;
    std::vector<TerminalKey> read;
    for (const char* piece : {"a\xc3", "\xa9\x1b", "[", "A\x1b[<0;5", ";7M\x1b[<0;5;7m\x1b[3~", "\x1bOD"}) {
        for (const TerminalKey& key : keys.feed(piece)) {
            read.push_back(key);
        }
    }
    ASSERT_EQ(read.size(), 7u);
    EXPECT_EQ(read[0].character, U'a');
    EXPECT_EQ(read[1].character, U'é');
    EXPECT_EQ(read[2].code, key_up);
    EXPECT_EQ(read[3].kind, TerminalKeyKind::mouse);
    EXPECT_EQ(read[3].column, 4u);
    EXPECT_EQ(read[3].line, 6u);
    EXPECT_TRUE(read[3].pressed);
    EXPECT_FALSE(read[4].pressed);
    EXPECT_EQ(read[5].character, 127u);
    EXPECT_EQ(read[6].code, key_left);
}

TEST(TerminalKeys, TakesALoneEscapeForTheKey) {
    TerminalKeys keys;
    EXPECT_TRUE(keys.feed("\x1b").empty());
    ASSERT_EQ(keys.settle().size(), 1u);
    EXPECT_TRUE(keys.settle().empty());
}

TEST(TerminalKeys, SurvivesAnyBytes) {
    u32 seed = 1;
    TerminalKeys keys;
    for (int i = 0; i < 20000; ++i) {
        seed = seed * 1664525 + 1013904223;
        constexpr std::string_view likely = "\x1b[<;0123456789Mm~OA\xc3\xff";
        const char byte = likely[(seed >> 16) % likely.size()];
        for (const TerminalKey& key : keys.feed({&byte, 1})) {
            ASSERT_LE(key.character, 0x10ffffu);
        }
    }
}

}  // namespace
}  // namespace mariner::bitmap
