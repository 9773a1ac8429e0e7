#include "bitmap/compose.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "bitmap/font.hpp"

namespace mariner::bitmap {
namespace {

constexpr Geometry game = {8, 8, 512, 512, 0x10040000};

Picture gradient(const Geometry& geometry) {
    Picture picture(geometry.columns(), geometry.rows());
    for (u32 i = 0; i < picture.units.size(); ++i) {
        picture.units[i] = (i % picture.columns) << 16 | i / picture.columns | 0x4000;
    }
    return picture;
}

TEST(Layout, ZoomsByWholeNumbersAndKeepsRoomForText) {
    EXPECT_EQ(lay_out(game, 512, 700, 1).zoom, 1);
    EXPECT_EQ(lay_out(game, 1200, 1200, 1).zoom, 2);
    EXPECT_EQ(lay_out(game, 1100, 1100, 1).zoom, 1) << "two times 512 leaves no room for the console";
    EXPECT_EQ(lay_out(game, 1600, 1024, 1).zoom, 2) << "beside the picture there is room";
    EXPECT_GT(lay_out(game, 1600, 1024, 1).console.left, 1023);
    EXPECT_EQ(lay_out({1, 1, 1024, 1024, 0}, 600, 700, 1).shrink, 2);
    EXPECT_GE(lay_out(game, 512, 700, 1).lines, 5u);
}

TEST(Layout, StaysInsideAnyWindow) {
    for (i32 width : {1, 100, 513, 4000}) {
        for (i32 height : {1, 90, 650, 3000}) {
            for (const Geometry& geometry : {game, Geometry{1, 1, 1024, 1024, 0}, Geometry{7, 3, 100, 1000, 0}}) {
                Composer composer(geometry);
                composer.resize(width, height, 1);
                composer.draw_picture(gradient(geometry), {0, geometry.rows()}, {});
                ConsolePane pane;
                pane.append("some text\nmore");
                composer.draw_console(pane, "running", true);
                const Layout& layout = composer.layout();
                EXPECT_GE(layout.picture.left, 0);
                EXPECT_LE(layout.console.left + layout.console.width, std::max(width, layout.console.left));
            }
        }
    }
}

TEST(Layout, OpensAtAComfortableSize) {
    const WindowSize normal = first_size(game, 1920, 1080, 1);
    EXPECT_EQ(normal.width, 512);
    EXPECT_EQ(lay_out(game, normal.width, normal.height, 1).zoom, 1);
    EXPECT_GE(lay_out(game, normal.width, normal.height, 1).lines, 9u);
    const Geometry tiny = {1, 1, 64, 64, 0};
    const WindowSize enlarged = first_size(tiny, 1920, 1080, 1);
    EXPECT_GE(lay_out(tiny, enlarged.width, enlarged.height, 1).zoom, 8);
    const WindowSize laptop = first_size(game, 1366, 768, 1);
    EXPECT_EQ(lay_out(game, laptop.width, laptop.height, 1).shrink, 1);
    EXPECT_GE(lay_out(game, laptop.width, laptop.height, 1).lines, 5u);
    const WindowSize small = first_size({1, 1, 1024, 1024, 0}, 800, 600, 1);
    EXPECT_LE(small.width, 800);
    EXPECT_LE(small.height, 600);
}

TEST(Composer, DrawsEveryPixelOfThePictureCrisp) {
    for (const auto& [width, height] : {std::pair{512, 700}, std::pair{1100, 1250}, std::pair{1700, 1100}}) {
        Composer composer(game);
        composer.resize(width, height, 1);
        const Picture picture = gradient(game);
        composer.draw_picture(picture, {0, 64}, {});
        const Layout& layout = composer.layout();
        const Pixels expected = to_pixels(picture, game, static_cast<u32>(layout.zoom));
        for (i32 y = 0; y < layout.picture.height; ++y) {
            for (i32 x = 0; x < layout.picture.width; ++x) {
                ASSERT_EQ(composer.canvas().row(layout.picture.top + y)[layout.picture.left + x],
                          expected.colours[static_cast<size_t>(y) * expected.width + static_cast<size_t>(x)]);
            }
        }
    }
}

TEST(Composer, DrawsOnlyTheRowsThatChanged) {
    Composer composer(game);
    composer.resize(512, 700, 1);
    composer.draw_picture(gradient(game), {3, 5}, {});
    EXPECT_EQ(composer.canvas().row(2 * 8)[0], 0u);
    EXPECT_EQ(composer.canvas().row(3 * 8)[0], 0x4003u);
    EXPECT_EQ(composer.canvas().row(4 * 8 + 7)[511], 0x3f4004u);
    EXPECT_EQ(composer.canvas().row(5 * 8)[0], 0u);
    const Box box = composer.box_of({3, 5});
    EXPECT_EQ(box.top, 24);
    EXPECT_GE(box.height, 16);
}

TEST(Composer, DrawsEveryLineOfTheConsoleWhole) {
    static constexpr u32 ink = 0xe2e4e8;
    ConsolePane pane;
    pane.append("g\ng\ng\ng\ng\ng\ng\ng\ng\ng\ng\ng\ng");
    const auto dots_a_line = [&pane](i32 height) {
        Composer composer(game);
        composer.resize(512, height, 1);
        composer.draw_console(pane, "", false);
        const u32* const pixels = composer.canvas().row(0);
        return static_cast<double>(std::count(pixels, pixels + 512 * height, ink)) / composer.layout().lines;
    };
    const double dots = dots_a_line(640);
    EXPECT_GT(dots, 10);
    for (i32 height = 641; height < 641 + 32; ++height) {
        EXPECT_EQ(dots_a_line(height), dots) << height << ": the input line's paper lies over the last one";
    }
}

TEST(Composer, FindsTheUnitUnderThePointer) {
    Composer composer(game);
    composer.resize(1100, 1250, 1);
    const Layout& layout = composer.layout();
    ASSERT_EQ(layout.zoom, 2);
    EXPECT_EQ(composer.unit_at(layout.picture.left, 0), (Unit{0, 0}));
    EXPECT_EQ(composer.unit_at(layout.picture.left + 1023, 1023), (Unit{63, 63}));
    EXPECT_EQ(composer.unit_at(layout.picture.left - 1, 0), std::nullopt);
    EXPECT_EQ(composer.unit_at(layout.picture.left, 1024), std::nullopt);
}

TEST(Composer, DrawsTheOverlayOverThePicture) {
    Composer composer(game);
    composer.resize(512, 700, 1);
    composer.draw_picture(Picture(64, 64), {0, 64}, {{{2, 1}, 0xffffff}, {{4, 1}, 1}, {{4, 1}, 0xabcdef}});
    EXPECT_EQ(composer.canvas().row(8)[16], 0xffffffu);
    EXPECT_EQ(composer.canvas().row(8)[32], 0xabcdefu) << "the later one lies on top";
    EXPECT_EQ(composer.canvas().row(8)[24], 0u);
}

TEST(Composer, WritesTheConsoleInItsLetters) {
    Composer composer(game);
    composer.resize(512, 700, 1);
    ConsolePane pane;
    pane.append("A");
    composer.draw_console(pane, "", true);
    const Box& console = composer.layout().console;
    const auto rows = glyph(U'A');
    for (i32 y = 0; y < font_height; ++y) {
        for (i32 x = 0; x < font_width; ++x) {
            const bool is_ink = (rows[static_cast<size_t>(y)] >> (font_width - 1 - x) & 1) != 0;
            const u32 pixel = composer.canvas().row(console.top + 6 + 16 + y)[6 + x];
            ASSERT_EQ(pixel == 0xe2e4e8, is_ink) << x << ", " << y;
        }
    }
}

TEST(Font, HasDistinctLetters) {
    for (char32_t a = 0x21; a < 0x7f; ++a) {
        for (char32_t b = a + 1; b < 0x7f; ++b) {
            EXPECT_FALSE(std::ranges::equal(glyph(a), glyph(b))) << static_cast<char>(a) << static_cast<char>(b);
        }
    }
    EXPECT_TRUE(std::ranges::equal(glyph(0x10ffff), glyph(0xfffd)));
    EXPECT_FALSE(std::ranges::equal(glyph(U'ạ'), glyph(0xfffd)));
}

}  // namespace
}  // namespace mariner::bitmap
