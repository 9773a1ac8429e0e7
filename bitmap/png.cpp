#include <png.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <vector>

#include "bitmap/image_file.hpp"
#include "emulator/support/file.hpp"

namespace mariner::bitmap {

namespace {

class FrameRecorder final : public Recorder {
public:
    FrameRecorder(std::string folder, const Geometry& geometry, size_t most)
        : m_folder(std::move(folder)), m_geometry(geometry), m_most(most) {}

    Result<void> add(const Picture& picture, u64 /*at_milliseconds*/) override {
        if (picture == m_last) {
            return {};
        }
        if (m_count == m_most) {
            return Error{m_folder + " holds " + std::to_string(m_most) + " frames; no more are written"};
        }
        m_last = picture;
        std::array<char, 32> name{};
        std::snprintf(name.data(), name.size(), "/frame_%06zu.png", ++m_count);
        return write_png(m_folder + name.data(), to_pixels(picture, m_geometry));
    }
    Result<void> finish() override { return {}; }
    [[nodiscard]] size_t count() const override { return m_count; }

private:
    std::string m_folder;
    Geometry m_geometry;
    size_t m_most;
    size_t m_count = 0;
    Picture m_last;
};

constexpr std::string_view signature = "\x89PNG\r\n\x1a\n";
constexpr size_t header_size = 33;  // with the first chunk, which says what the others hold

u32 big_endian(std::string_view bytes) {
    u32 value = 0;
    for (const char c : bytes.substr(0, 4)) {
        value = value << 8 | static_cast<u8>(c);
    }
    return value;
}

/// Looked at before the library is: it would take any kind, of any size.
Result<void> check_header(std::string_view bytes) {
    if (!bytes.starts_with(signature) || bytes.size() < header_size || bytes.substr(12, 4) != "IHDR") {
        return Error{"this is no PNG"};
    }
    const u32 width = big_endian(bytes.substr(16));
    const u32 height = big_endian(bytes.substr(20));
    if (width == 0 || height == 0 || width > max_display_size || height > max_display_size) {
        return Error{"a picture has 1 to " + std::to_string(max_display_size) + " pixels in a row and a column, not " +
                     std::to_string(width) + " x " + std::to_string(height)};
    }
    const auto depth = static_cast<u8>(bytes[24]);
    const auto kind = static_cast<u8>(bytes[25]);
    const bool has_palette = kind == PNG_COLOR_TYPE_PALETTE;
    const bool has_colours = (kind == PNG_COLOR_TYPE_RGB || kind == PNG_COLOR_TYPE_RGB_ALPHA) && depth == 8;
    if ((!has_palette && !has_colours) || bytes[28] != PNG_INTERLACE_NONE) {
        return Error{
            "a PNG with 8 bits per colour or with a palette is expected, not one with grey levels, 16 bits per "
            "colour or interlacing"};
    }
    return {};
}

}  // namespace

Result<Pixels> read_png(std::string_view bytes) {
    if (Result<void> checked = check_header(bytes); !checked) {
        return checked.error();
    }
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    if (png_image_begin_read_from_memory(&image, bytes.data(), bytes.size()) == 0) {
        return Error{std::string("the PNG is damaged: ") + image.message};
    }
    image.format = PNG_FORMAT_RGBA;
    Pixels pixels{image.width, image.height, std::vector<u32>(size_t{image.width} * image.height)};
    auto* const raw = reinterpret_cast<u8*>(pixels.colours.data());
    if (png_image_finish_read(&image, nullptr, raw, 0, nullptr) == 0) {
        return Error{std::string("the PNG is damaged: ") + image.message};
    }
    for (size_t i = 0; i < pixels.colours.size(); ++i) {
        const u8* const at = raw + 4 * i;
        if (at[3] != 0xff) {
            return Error{"the PNG has transparent pixels"};
        }
        pixels.colours[i] = u32{at[0]} << 16 | u32{at[1]} << 8 | at[2];
    }
    return pixels;
}

Result<std::string> png_bytes(const Pixels& pixels) {
    std::vector<u8> bytes;
    bytes.reserve(pixels.colours.size() * 3);
    for (u32 colour : pixels.colours) {
        bytes.push_back(static_cast<u8>(colour >> 16));
        bytes.push_back(static_cast<u8>(colour >> 8));
        bytes.push_back(static_cast<u8>(colour));
    }
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    image.width = pixels.width;
    image.height = pixels.height;
    image.format = PNG_FORMAT_RGB;
    std::string file;
    png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(image);
    file.resize(size);
    if (png_image_write_to_memory(&image, file.data(), &size, 0, bytes.data(), 0, nullptr) == 0) {
        return Error{std::string("the picture can't be made into a PNG: ") + image.message};
    }
    file.resize(size);
    return file;
}

Result<void> write_png(const std::string& path, const Pixels& pixels) {
    const auto bytes = png_bytes(pixels);
    if (!bytes) {
        return bytes.error();
    }
    return write_file(path, *bytes);
}

Result<std::unique_ptr<Recorder>> record_frames(const std::string& folder, const Geometry& geometry, size_t most) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error || !std::filesystem::is_directory(folder, error)) {
        return Error{"the folder " + folder + " for frames can't be made" +
                     (error ? ": " + error.message() : std::string(": there is a file of that name"))};
    }
    return std::unique_ptr<Recorder>(std::make_unique<FrameRecorder>(folder, geometry, most));
}

}  // namespace mariner::bitmap
