#include "bitmap/image_file.hpp"

#include <gtest/gtest.h>

#include <zlib.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "tests/unit/bitmap/gif_reader.hpp"

namespace mariner::bitmap {
namespace {

namespace fs = std::filesystem;
constexpr Geometry small = {4, 2, 64, 32, 0x10040000};  // 16 x 16 units

class ImageFile : public testing::Test {
protected:
    void SetUp() override {
        m_folder = fs::temp_directory_path() / ("mariner_image_" + std::to_string(::getpid()));
        fs::create_directories(m_folder);
    }
    void TearDown() override { fs::remove_all(m_folder); }
    [[nodiscard]] std::string path(const std::string& name) const { return (m_folder / name).string(); }
    fs::path m_folder;
};

Picture pattern(u32 seed) {
    Picture picture(16, 16);
    for (u32 i = 0; i < 256; ++i) {
        picture.units[i] = (i * 0x010307 + seed * 0x1000) & 0xffffff;
    }
    return picture;
}

/// A PNG of these chunks, with the right check sums. tests/display/run.py has readers of its own for what we write.
std::string png_of(u32 width, u32 height, std::string_view kind,
                   const std::vector<std::pair<std::string, std::string>>& chunks) {
    const auto number = [](u32 value) {
        return std::string{static_cast<char>(value >> 24), static_cast<char>(value >> 16),
                           static_cast<char>(value >> 8), static_cast<char>(value)};
    };
    const auto chunk = [&](const std::string& type, const std::string& bytes) {
        const std::string summed = type + bytes;
        const auto* const begin = reinterpret_cast<const u8*>(summed.data());
        const auto sum = static_cast<u32>(crc32(0, begin, static_cast<uInt>(summed.size())));
        return number(static_cast<u32>(bytes.size())) + summed + number(sum);
    };
    std::string file = "\x89PNG\r\n\x1a\n" + chunk("IHDR", number(width) + number(height) + std::string(kind));
    for (const auto& [type, bytes] : chunks) {
        file += chunk(type, bytes);
    }
    return file + chunk("IEND", "");
}

std::string packed(std::string_view rows) {
    std::string out(compressBound(static_cast<uLong>(rows.size())), '\0');
    uLongf size = static_cast<uLongf>(out.size());
    const auto* const begin = reinterpret_cast<const u8*>(rows.data());
    EXPECT_EQ(compress(reinterpret_cast<u8*>(out.data()), &size, begin, static_cast<uLong>(rows.size())), Z_OK);
    out.resize(size);
    return out;
}

using namespace std::string_literals;
const std::string rgb = "\x08\2\0\0\0"s;
const std::string rgba = "\x08\6\0\0\0"s;
const std::string indexed = "\x08\3\0\0\0"s;

TEST_F(ImageFile, PngHoldsEveryPixel) {
    for (const Geometry& geometry : {small, Geometry{1, 1, 16, 16, 0}, Geometry{20, 20, 320, 320, 0}}) {
        const Pixels pixels = to_pixels(pattern(1), geometry);
        const Result<Pixels> read = read_png(*png_bytes(pixels));
        ASSERT_TRUE(read) << read.error().message;
        EXPECT_EQ(read->width, geometry.display_width);
        EXPECT_EQ(read->height, geometry.display_height);
        EXPECT_EQ(read->colours, pixels.colours);
    }
}

TEST_F(ImageFile, PngOfOneRowOrColumnHoldsEveryPixel) {
    for (const auto& [width, height] : {std::pair{1U, 256U}, std::pair{256U, 1U}, std::pair{1U, 1U}}) {
        Pixels pixels{width, height, pattern(2).units};
        pixels.colours.resize(size_t{width} * height);
        const Result<Pixels> read = read_png(*png_bytes(pixels));
        ASSERT_TRUE(read) << read.error().message;
        EXPECT_EQ(read->colours, pixels.colours);
    }
}

TEST_F(ImageFile, PngIsReadWhateverItsFilters) {
    // Each row holds the same two pixels when its filter is undone.
    const std::string rows =
        "\0\3\6\x09\4\x08\x0c"
        "\1\3\6\x09\1\2\3"
        "\2\0\0\0\0\0\0"
        "\3\2\3\5\1\1\2"
        "\4\0\0\0\0\0\0"s;
    const Result<Pixels> pixels = read_png(png_of(2, 5, rgb, {{"IDAT", packed(rows)}}));
    ASSERT_TRUE(pixels) << pixels.error().message;
    for (size_t y = 0; y < 5; ++y) {
        EXPECT_EQ(pixels->colours[2 * y], 0x030609U) << "row " << y;
        EXPECT_EQ(pixels->colours[2 * y + 1], 0x04080cU) << "row " << y;
    }
}

TEST_F(ImageFile, PngHasPalettesOfAnyDepthAndPartsThatNobodyNeeds) {
    const std::string palette = "\1\1\1\2\2\2\3\3\3\4\4\4"s;
    const std::string two_bits = packed("\0\x1b"s);
    const std::vector<u32> all = {0x010101, 0x020202, 0x030303, 0x040404};
    EXPECT_EQ(read_png(png_of(4, 1, "\2\3\0\0\0"s, {{"PLTE", palette}, {"IDAT", two_bits}}))->colours, all);
    EXPECT_EQ(read_png(png_of(4, 1, "\4\3\0\0\0"s, {{"PLTE", palette}, {"IDAT", packed("\0\x01\x23"s)}}))->colours,
              all);
    EXPECT_EQ(read_png(png_of(3, 1, "\1\3\0\0\0"s, {{"PLTE", palette}, {"IDAT", packed("\0\x60"s)}}))->colours,
              (std::vector<u32>{0x010101, 0x020202, 0x020202}));
    const std::vector<std::pair<std::string, std::string>> many = {
        {"gAMA", "\0\0\xb1\x8f"s},    {"PLTE", palette},    {"tRNS", "\xff\xff"}, {"IDAT", two_bits.substr(0, 3)},
        {"IDAT", two_bits.substr(3)}, {"tEXt", "by nobody"}};
    EXPECT_EQ(read_png(png_of(4, 1, "\2\3\0\0\0"s, many))->colours, all);
}

TEST_F(ImageFile, PngIsReadBackAsUnits) {
    const Picture picture = pattern(3);
    const Result<std::string> bytes = png_bytes(to_pixels(picture, small));
    ASSERT_TRUE(bytes);
    const Result<Pixels> pixels = read_png(*bytes);
    ASSERT_TRUE(pixels) << pixels.error().message;
    EXPECT_EQ(*to_picture(*pixels, 16, 16), picture);
    EXPECT_NE(to_picture(*pixels, 8, 16).error().message.find("column 0, row 0 has pixels of several"),
              std::string::npos);
    EXPECT_NE(to_picture(*pixels, 5, 16).error().message.find("64 x 32 pixels"), std::string::npos);
    EXPECT_EQ(read_png(png_of(2, 1, rgba, {{"IDAT", packed("\0\1\2\3\xff\4\5\6\xff"s)}}))->colours,
              (std::vector<u32>{0x010203, 0x040506}));
    EXPECT_EQ(read_png(png_of(3, 1, indexed, {{"PLTE", "\x09\x09\x09\1\2\3"}, {"IDAT", packed("\0\1\0\1"s)}}))->colours,
              (std::vector<u32>{0x010203, 0x090909, 0x010203}));
}

TEST_F(ImageFile, PngOfOtherKindsAndDamagedOnesAreRefused) {
    const std::string good = *png_bytes(to_pixels(pattern(1), small));
    const auto with = [&](size_t at, std::string_view bytes) {
        std::string file = good;
        return file.replace(at, bytes.size(), bytes);
    };
    struct Row {
        std::string file, error;
    };
    const Row rows[] = {
        {"", "no PNG"},
        {good.substr(0, 30), "no PNG"},
        {"GIF89a" + good, "no PNG"},
        {with(16, std::string("\0\1\0\0", 4)), "not 65536 x 32"},
        {with(20, std::string("\0\0\0\0", 4)), "not 64 x 0"},
        {with(24, "\x10"), "16 bits per colour"},
        {with(28, "\1"), "interlacing"},
        {png_of(2, 1, "\x08\0\0\0\0"s, {{"IDAT", packed("\0\1\2"s)}}), "grey levels"},
        {png_of(1, 1, rgba, {{"IDAT", packed("\0\1\2\3\xfe"s)}}), "transparent"},
        {png_of(1, 1, rgb, {{"tRNS", "\0\1\0\2\0\3"s}, {"IDAT", packed("\0\1\2\3"s)}}), "transparent"},
        {png_of(1, 1, indexed, {{"PLTE", "\1\2\3"}, {"tRNS", "\1"}, {"IDAT", packed("\0\0"s)}}), "transparent"},
        {png_of(1, 1, indexed, {{"PLTE", "\1\2\3"}, {"IDAT", packed("\0\1"s)}}), "not in its palette"},
        {png_of(1, 1, indexed, {{"IDAT", packed("\0\0"s)}}), "not in its palette"},
        {png_of(1, 1, "\3\3\0\0\0"s, {{"IDAT", packed("\0\0"s)}}), "what can't be"},
        {png_of(1, 1, "\x08\2\1\0\0"s, {{"IDAT", packed("\0\1\2\3"s)}}), "what can't be"},
        {png_of(1, 1, rgb, {{"IDAT", packed("\5\1\2\3"s)}}), "row of unknown kind"},
        {png_of(1, 1, rgb, {{"IDAT", packed("\0\1\2"s)}}), "can't be unpacked"},
        {png_of(1, 1, rgb, {{"IDAT", "nonsense"}}), "can't be unpacked"},
        {png_of(1, 1, rgb, {}), "can't be unpacked"},
        {png_of(1, 1, rgb, {{"HUGE", "x"}, {"IDAT", packed("\0\1\2\3"s)}}), "part of unknown kind"},
        {with(33, "\x7f\xff\xff\xff"), "ends too early"},
        {good.substr(0, good.size() / 2), "damaged"},
        {with(good.size() / 2, "\xff\x00\xff"), "damaged"},
    };
    for (const Row& row : rows) {
        const Result<Pixels> pixels = read_png(row.file);
        ASSERT_FALSE(pixels) << row.error;
        EXPECT_NE(pixels.error().message.find(row.error), std::string::npos) << pixels.error().message;
    }
}

TEST_F(ImageFile, FramesAreAFilePerChange) {
    auto frames = record_frames(path("frames"), small, 3);
    ASSERT_TRUE(frames);
    EXPECT_TRUE((*frames)->add(pattern(1), 0));
    EXPECT_TRUE((*frames)->add(pattern(1), 10));
    EXPECT_TRUE((*frames)->add(pattern(2), 20));
    EXPECT_TRUE((*frames)->add(pattern(1), 30));
    EXPECT_FALSE((*frames)->add(pattern(4), 40)) << "no more than the limit";
    EXPECT_EQ((*frames)->count(), 3u);
    EXPECT_TRUE(fs::exists(m_folder / "frames/frame_000003.png"));
    EXPECT_FALSE(fs::exists(m_folder / "frames/frame_000004.png"));
}

TEST_F(ImageFile, FailuresAreSentences) {
    EXPECT_FALSE(write_png(path("no/such/folder/a.png"), to_pixels(pattern(1), small)));
    std::ofstream(path("file")) << "x";
    EXPECT_FALSE(record_frames(path("file"), small));
    EXPECT_FALSE(record_gif(path("no/such/folder/a.gif"), small));
}

/// Plays a GIF as a viewer does: each frame over the last one.
std::vector<std::vector<u32>> play(const std::vector<GifImage>& images, const Geometry& geometry) {
    std::vector<std::vector<u32>> screens;
    std::vector<u32> screen(size_t{geometry.display_width} * geometry.display_height);
    for (const GifImage& image : images) {
        for (u32 y = 0; y < image.height; ++y) {
            for (u32 x = 0; x < image.width; ++x) {
                screen.at(size_t{y + image.top} * geometry.display_width + x + image.left) =
                    image.colours.at(size_t{y} * image.width + x);
            }
        }
        screens.push_back(screen);
    }
    return screens;
}

TEST_F(ImageFile, GifPlaysTheSamePicturesAtTheSamePace) {
    std::vector<Picture> pictures = {pattern(0), pattern(0), pattern(5), Picture(16, 16)};
    pictures[1].units[100] = 0xffffff;
    auto recorder = record_gif(path("a.gif"), small);
    ASSERT_TRUE(recorder);
    for (u64 i = 0; i < pictures.size(); ++i) {
        ASSERT_TRUE((*recorder)->add(pictures[i], i * 100));
        ASSERT_TRUE((*recorder)->add(pictures[i], i * 100 + 50));
    }
    ASSERT_TRUE((*recorder)->finish());
    const std::vector<GifImage> images = GifReader(path("a.gif")).images();
    const auto screens = play(images, small);
    ASSERT_EQ(screens.size(), pictures.size());
    for (size_t i = 0; i < screens.size(); ++i) {
        EXPECT_EQ(screens[i], to_pixels(pictures[i], small).colours) << "picture " << i;
    }
    const u32 delays[] = {10, 10, 10, 200};
    for (size_t i = 0; i < images.size(); ++i) {
        EXPECT_EQ(images[i].delay, delays[i]);
    }
    EXPECT_EQ(images[1].width, 4U) << "only the unit that changed";
    EXPECT_EQ(images[1].height, 2U);
}

TEST_F(ImageFile, GifHoldsPicturesThatNeedManyCodes) {
    for (const u32 colours : {1U, 2U, 3U, 16U, 255U, 256U}) {
        constexpr Geometry large = {1, 1, 256, 128, 0};
        Picture picture(256, 128);
        u32 random = colours;
        for (u32& unit : picture.units) {
            random = random * 1664525 + 1013904223;
            unit = (random >> 16) % colours * 0x010000;
        }
        auto recorder = record_gif(path("a.gif"), large);
        ASSERT_TRUE(recorder);
        ASSERT_TRUE((*recorder)->add(picture, 0));
        ASSERT_TRUE((*recorder)->finish());
        EXPECT_EQ(play(GifReader(path("a.gif")).images(), large).at(0), picture.units) << colours;
    }
}

TEST_F(ImageFile, GifHoldsMoreColoursThanItCanAndStaysClose) {
    constexpr Geometry large = {1, 1, 64, 64, 0};
    Picture picture(64, 64);
    for (u32 i = 0; i < picture.units.size(); ++i) {
        picture.units[i] = i * 4099 & 0xffffff;
    }
    auto recorder = record_gif(path("a.gif"), large);
    ASSERT_TRUE(recorder);
    ASSERT_TRUE((*recorder)->add(picture, 0));
    ASSERT_TRUE((*recorder)->finish());
    const auto screen = play(GifReader(path("a.gif")).images(), large).front();
    for (size_t i = 0; i < screen.size(); ++i) {
        for (int shift = 0; shift < 24; shift += 8) {
            const int difference =
                static_cast<int>(screen[i] >> shift & 255) - static_cast<int>(picture.units[i] >> shift & 255);
            ASSERT_LE(std::abs(difference), 63);
        }
    }
}

TEST_F(ImageFile, GifMergesWhatIsTooFastToSee) {
    auto recorder = record_gif(path("a.gif"), small);
    ASSERT_TRUE(recorder);
    for (u32 i = 0; i < 100; ++i) {
        ASSERT_TRUE((*recorder)->add(pattern(i), i));
    }
    ASSERT_TRUE((*recorder)->finish());
    EXPECT_LE((*recorder)->count(), 6u);
}

}  // namespace
}  // namespace mariner::bitmap
