// Each picture becomes one GIF frame of the rectangle that changed, with its own colours: files stay small, and nothing
// has to be known in advance. A frame is written when the next one comes, since only then its duration is known.

#include <algorithm>
#include <bit>
#include <optional>
#include <vector>

#include "bitmap/image_file.hpp"
#include "bitmap/lzw.hpp"
#include "emulator/platform/files.hpp"

namespace mariner::bitmap {

namespace {

constexpr size_t most_colours = 256;
/// Viewers take shorter delays for a mistake and slow down.
constexpr u64 shortest_hundredths = 2;
constexpr u64 last_hundredths = 200;
/// A person's thinking time would make the file boring.
constexpr u64 longest_hundredths = 300;

struct Rectangle {
    u32 left = 0;
    u32 top = 0;
    u32 right = 0;
    u32 bottom = 0;
};

/// The units that differ; nothing if none do.
std::optional<Rectangle> difference(const Picture& before, const Picture& now) {
    Rectangle box{now.columns, now.rows, 0, 0};
    for (u32 row = 0; row < now.rows; ++row) {
        for (u32 column = 0; column < now.columns; ++column) {
            if (before.units.empty() || before.at({column, row}) != now.at({column, row})) {
                box = {std::min(box.left, column), std::min(box.top, row), std::max(box.right, column + 1),
                       std::max(box.bottom, row + 1)};
            }
        }
    }
    return box.right == 0 ? std::nullopt : std::optional(box);
}

/// At most 256 colours: with more, the low bits of each channel are dropped until they fit.
struct Palette {
    std::vector<u32> colours;
    u32 mask = colour_mask;

    explicit Palette(const std::vector<u32>& units) {
        for (u32 dropped = 0;; ++dropped) {
            mask = ((0xffu << dropped) & 0xff) * 0x010101;
            colours.clear();
            for (u32 unit : units) {
                colours.push_back(unit & mask);
            }
            std::ranges::sort(colours);
            colours.erase(std::unique(colours.begin(), colours.end()), colours.end());
            if (colours.size() <= most_colours) {
                return;
            }
        }
    }
    [[nodiscard]] u8 index(u32 unit) const {
        return static_cast<u8>(std::ranges::lower_bound(colours, unit & mask) - colours.begin());
    }
};

void append_u16(std::string& bytes, u32 value) {
    bytes += static_cast<char>(value);
    bytes += static_cast<char>(value >> 8);
}

/// The file's size, and that it plays for ever.
std::string gif_beginning(const Geometry& geometry) {
    std::string bytes = "GIF89a";
    append_u16(bytes, geometry.display_width);
    append_u16(bytes, geometry.display_height);
    bytes +=
        std::string_view("\x77\0\0", 3);  // no colours for all images; background and shape of pixels are the usual
    bytes += std::string_view("\x21\xff\x0bNETSCAPE2.0\3\1\0\0\0", 19);
    return bytes;
}

void append_colours(std::string& bytes, const Palette& palette, size_t size) {
    for (size_t i = 0; i < size; ++i) {
        const u32 colour = i < palette.colours.size() ? palette.colours[i] : 0;
        for (const u32 shift : {16U, 8U, 0U}) {
            bytes += static_cast<char>(colour >> shift);
        }
    }
}

class GifRecorder final : public Recorder {
public:
    GifRecorder(std::string path, const Geometry& geometry, size_t most)
        : m_path(std::move(path)), m_geometry(geometry), m_most(most) {}

    Result<void> open() {
        m_file = platform::open_file(m_path, platform::Opening::replace);
        if (m_file.number() < 0) {
            return Error{m_path + " can't be written"};
        }
        return write(gif_beginning(m_geometry));
    }

    Result<void> add(const Picture& picture, u64 at_milliseconds) override {
        if (picture == m_pending) {
            return {};
        }
        if (m_count == m_most) {
            return Error{m_path + " holds " + std::to_string(m_most) + " pictures; no more are added"};
        }
        const u64 hundredths = at_milliseconds / 10;
        if (m_count > 0) {
            if (hundredths < m_pending_since + shortest_hundredths) {
                // Two pictures within one delay: nobody could see the first.
                m_pending = picture;
                return {};
            }
            if (auto written = write_pending(std::min(hundredths - m_pending_since, longest_hundredths)); !written) {
                return written;
            }
        }
        ++m_count;
        m_pending = picture;
        m_pending_since = hundredths;
        return {};
    }

    Result<void> finish() override {
        auto written = m_count > 0 ? write_pending(last_hundredths) : Result<void>();
        return written ? write(";") : written;
    }
    [[nodiscard]] size_t count() const override { return m_count; }

private:
    Result<void> write(std::string_view bytes) {
        return platform::write_all(m_file.number(), bytes) ? Result<void>()
                                                           : Error{m_path + " can't be written: is the disk full?"};
    }

    Result<void> write_pending(u64 hundredths) {
        const auto changed = difference(m_written, m_pending);
        // A GIF needs an image to carry a delay: one unit, when nothing differs after two pictures were merged.
        const Rectangle box = changed.value_or(Rectangle{0, 0, 1, 1});
        m_written = m_pending;
        std::vector<u32> units;
        for (u32 row = box.top; row < box.bottom; ++row) {
            const u32* const line = m_pending.units.data() + size_t{row} * m_pending.columns;
            units.insert(units.end(), line + box.left, line + box.right);
        }
        return write(image(box, units, hundredths));
    }

    [[nodiscard]] std::string image(const Rectangle& box, const std::vector<u32>& units, u64 hundredths) const {
        const Palette palette(units);
        const u32 width = box.right - box.left;
        const auto bits =
            static_cast<u32>(std::max<size_t>(1, static_cast<size_t>(std::bit_width(palette.colours.size() - 1))));
        std::string bytes("\x21\xf9\4\4", 4);
        append_u16(bytes, static_cast<u32>(hundredths));
        bytes += std::string_view("\0\0\x2c", 3);
        append_u16(bytes, box.left * m_geometry.unit_width);
        append_u16(bytes, box.top * m_geometry.unit_height);
        append_u16(bytes, width * m_geometry.unit_width);
        append_u16(bytes, (box.bottom - box.top) * m_geometry.unit_height);
        bytes += static_cast<char>(0x80 | (bits - 1));
        append_colours(bytes, palette, size_t{1} << bits);
        LzwWriter pixels(bytes, std::max(2U, bits));
        std::vector<u8> line(width);
        for (const u32* unit = units.data(); unit != units.data() + units.size(); unit += width) {
            std::transform(unit, unit + width, line.begin(), [&](u32 colour) { return palette.index(colour); });
            for (u32 copy = 0; copy < m_geometry.unit_height; ++copy) {
                for (size_t x = 0; x < size_t{width} * m_geometry.unit_width; ++x) {
                    pixels.add(line[x / m_geometry.unit_width]);
                }
            }
        }
        pixels.finish();
        return bytes;
    }

    std::string m_path;
    Geometry m_geometry;
    size_t m_most;
    Descriptor m_file;
    size_t m_count = 0;
    Picture m_written;
    Picture m_pending;
    u64 m_pending_since = 0;
};

}  // namespace

Result<std::unique_ptr<Recorder>> record_gif(const std::string& path, const Geometry& geometry, size_t most) {
    auto recorder = std::make_unique<GifRecorder>(path, geometry, most);
    if (auto opened = recorder->open(); !opened) {
        return opened.error();
    }
    return std::unique_ptr<Recorder>(std::move(recorder));
}

}  // namespace mariner::bitmap
