#include "bitmap/image_file.hpp"

#include <gif_lib.h>
#include <gtest/gtest.h>
#include <png.h>

#include <filesystem>
#include <fstream>

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

std::vector<u32> read_whole(const std::string& file, u32& width, u32& height) {
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    EXPECT_NE(png_image_begin_read_from_file(&image, file.c_str()), 0);
    image.format = PNG_FORMAT_RGB;
    std::vector<u8> bytes(PNG_IMAGE_SIZE(image));
    EXPECT_NE(png_image_finish_read(&image, nullptr, bytes.data(), 0, nullptr), 0);
    width = image.width;
    height = image.height;
    std::vector<u32> colours;
    for (size_t i = 0; i + 2 < bytes.size(); i += 3) {
        colours.push_back(static_cast<u32>(bytes[i] << 16 | bytes[i + 1] << 8 | bytes[i + 2]));
    }
    return colours;
}

TEST_F(ImageFile, PngHoldsEveryPixel) {
    const Pixels pixels = to_pixels(pattern(1), small);
    ASSERT_TRUE(write_png(path("a.png"), pixels));
    u32 width = 0;
    u32 height = 0;
    EXPECT_EQ(read_whole(path("a.png"), width, height), pixels.colours);
    EXPECT_EQ(width, 64u);
    EXPECT_EQ(height, 32u);
}

/// A PNG as libpng makes it of one row of bytes in this format.
std::string other_png(u32 format, const std::vector<u8>& row, u32 width, const std::vector<u8>& palette = {}) {
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    image.width = width;
    image.height = 1;
    image.format = format;
    image.colormap_entries = static_cast<u32>(palette.size() / 3);
    std::string file(4096, '\0');
    png_alloc_size_t size = file.size();
    EXPECT_NE(png_image_write_to_memory(&image, file.data(), &size, 0, row.data(), 0, palette.data()), 0);
    file.resize(size);
    return file;
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
    EXPECT_EQ(read_png(other_png(PNG_FORMAT_RGBA, {1, 2, 3, 255, 4, 5, 6, 255}, 2))->colours,
              (std::vector<u32>{0x010203, 0x040506}));
    EXPECT_EQ(read_png(other_png(PNG_FORMAT_RGB_COLORMAP, {1, 0, 1}, 3, {9, 9, 9, 1, 2, 3}))->colours,
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
        {other_png(PNG_FORMAT_GRAY, {1, 2}, 2), "grey levels"},
        {other_png(PNG_FORMAT_RGBA, {1, 2, 3, 254}, 1), "transparent"},
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
std::vector<std::vector<u32>> play(GifFileType* gif, std::vector<u32>& delays) {
    std::vector<std::vector<u32>> screens;
    std::vector<u32> screen(static_cast<size_t>(gif->SWidth * gif->SHeight));
    for (int i = 0; i < gif->ImageCount; ++i) {
        const SavedImage& image = gif->SavedImages[i];
        GraphicsControlBlock control{};
        DGifSavedExtensionToGCB(gif, i, &control);
        delays.push_back(static_cast<u32>(control.DelayTime));
        const ColorMapObject* map = image.ImageDesc.ColorMap;
        for (int y = 0; y < image.ImageDesc.Height; ++y) {
            for (int x = 0; x < image.ImageDesc.Width; ++x) {
                const GifColorType& colour = map->Colors[image.RasterBits[y * image.ImageDesc.Width + x]];
                screen[static_cast<size_t>((y + image.ImageDesc.Top) * gif->SWidth + x + image.ImageDesc.Left)] =
                    static_cast<u32>(colour.Red << 16 | colour.Green << 8 | colour.Blue);
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
    int error = 0;
    GifFileType* gif = DGifOpenFileName(path("a.gif").c_str(), &error);
    ASSERT_NE(gif, nullptr);
    ASSERT_EQ(DGifSlurp(gif), GIF_OK);
    std::vector<u32> delays;
    const auto screens = play(gif, delays);
    ASSERT_EQ(screens.size(), pictures.size());
    for (size_t i = 0; i < screens.size(); ++i) {
        EXPECT_EQ(screens[i], to_pixels(pictures[i], small).colours) << "picture " << i;
    }
    EXPECT_EQ(delays, (std::vector<u32>{10, 10, 10, 200}));
    const SavedImage& second = gif->SavedImages[1];
    EXPECT_EQ(second.ImageDesc.Width, 4) << "only the unit that changed";
    EXPECT_EQ(second.ImageDesc.Height, 2);
    DGifCloseFile(gif, nullptr);
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
    int error = 0;
    GifFileType* gif = DGifOpenFileName(path("a.gif").c_str(), &error);
    ASSERT_NE(gif, nullptr);
    ASSERT_EQ(DGifSlurp(gif), GIF_OK);
    std::vector<u32> delays;
    const auto screen = play(gif, delays).front();
    for (size_t i = 0; i < screen.size(); ++i) {
        for (int shift = 0; shift < 24; shift += 8) {
            const int difference =
                static_cast<int>(screen[i] >> shift & 255) - static_cast<int>(picture.units[i] >> shift & 255);
            ASSERT_LE(std::abs(difference), 63);
        }
    }
    DGifCloseFile(gif, nullptr);
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
