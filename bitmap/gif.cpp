// Each picture becomes one GIF frame of the rectangle that changed, with its own colours: files stay small, and nothing
// has to be known in advance. A frame is written when the next one comes, since only then its duration is known.

#include <fcntl.h>
#include <gif_lib.h>

#include <algorithm>
#include <cstdio>
#include <optional>
#include <vector>

#include "bitmap/image_file.hpp"

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

struct ColourMapDeleter {
    void operator()(ColorMapObject* map) const { GifFreeMapObject(map); }
};
using ColourMap = std::unique_ptr<ColorMapObject, ColourMapDeleter>;

ColourMap colour_map(const Palette& palette) {
    int size = 2;
    while (static_cast<size_t>(size) < palette.colours.size()) {
        size *= 2;
    }
    ColourMap map(GifMakeMapObject(size, nullptr));
    for (size_t i = 0; map && i < palette.colours.size(); ++i) {
        const u32 colour = palette.colours[i];
        map->Colors[i] = {static_cast<GifByteType>(colour >> 16), static_cast<GifByteType>(colour >> 8),
                          static_cast<GifByteType>(colour)};
    }
    return map;
}

class GifRecorder final : public Recorder {
public:
    GifRecorder(std::string path, const Geometry& geometry, size_t most)
        : m_path(std::move(path)), m_geometry(geometry), m_most(most) {}
    GifRecorder(const GifRecorder&) = delete;
    GifRecorder& operator=(const GifRecorder&) = delete;
    ~GifRecorder() override {
        if (m_gif != nullptr) {
            EGifCloseFile(m_gif, nullptr);
        }
    }

    Result<void> open() {
        int error = 0;
        // giflib's own way to open a file would hide it from everybody else.
        const int descriptor = ::open(m_path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
        m_gif = descriptor < 0 ? nullptr : EGifOpenFileHandle(descriptor, &error);
        if (m_gif == nullptr) {
            return Error{m_path + " can't be written"};
        }
        EGifSetGifVersion(m_gif, true);
        const int width = static_cast<int>(m_geometry.display_width);
        const int height = static_cast<int>(m_geometry.display_height);
        const GifByteType forever[] = {1, 0, 0};
        const bool written = EGifPutScreenDesc(m_gif, width, height, 8, 0, nullptr) != GIF_ERROR &&
                             EGifPutExtensionLeader(m_gif, APPLICATION_EXT_FUNC_CODE) != GIF_ERROR &&
                             EGifPutExtensionBlock(m_gif, 11, "NETSCAPE2.0") != GIF_ERROR &&
                             EGifPutExtensionBlock(m_gif, 3, forever) != GIF_ERROR &&
                             EGifPutExtensionTrailer(m_gif) != GIF_ERROR;
        return written ? Result<void>() : failure();
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
        GifFileType* gif = std::exchange(m_gif, nullptr);
        if (gif != nullptr && EGifCloseFile(gif, nullptr) == GIF_ERROR && written) {
            return failure();
        }
        return written;
    }
    [[nodiscard]] size_t count() const override { return m_count; }

private:
    [[nodiscard]] Error failure() const { return Error{m_path + " can't be written: is the disk full?"}; }

    Result<void> write_pending(u64 hundredths) {
        const auto changed = difference(m_written, m_pending);
        // A GIF needs an image to carry a delay: one unit, when nothing differs after two pictures were merged.
        const Rectangle box = changed.value_or(Rectangle{0, 0, 1, 1});
        m_written = m_pending;
        std::vector<u32> units;
        for (u32 row = box.top; row < box.bottom; ++row) {
            const auto line = m_pending.units.begin() + static_cast<i64>(size_t{row} * m_pending.columns);
            units.insert(units.end(), line + box.left, line + box.right);
        }
        return write_image(box, units, hundredths);
    }

    Result<void> write_image(const Rectangle& box, const std::vector<u32>& units, u64 hundredths) {
        const Palette palette(units);
        const ColourMap map = colour_map(palette);
        const GifByteType control[] = {0x04, static_cast<u8>(hundredths), static_cast<u8>(hundredths >> 8), 0};
        const int unit_width = static_cast<int>(m_geometry.unit_width);
        const int unit_height = static_cast<int>(m_geometry.unit_height);
        const int width = static_cast<int>(box.right - box.left) * unit_width;
        const int height = static_cast<int>(box.bottom - box.top) * unit_height;
        if (!map || m_gif == nullptr || EGifPutExtension(m_gif, GRAPHICS_EXT_FUNC_CODE, 4, control) == GIF_ERROR ||
            EGifPutImageDesc(m_gif, static_cast<int>(box.left) * unit_width, static_cast<int>(box.top) * unit_height,
                             width, height, false, map.get()) == GIF_ERROR) {
            return failure();
        }
        std::vector<GifPixelType> line(static_cast<size_t>(width));
        for (size_t row = 0; row < box.bottom - box.top; ++row) {
            for (size_t x = 0; x < line.size(); ++x) {
                line[x] = palette.index(units[row * (box.right - box.left) + x / m_geometry.unit_width]);
            }
            for (int copy = 0; copy < unit_height; ++copy) {
                std::vector<GifPixelType> scratch = line;  // giflib masks what it is given
                if (EGifPutLine(m_gif, scratch.data(), width) == GIF_ERROR) {
                    return failure();
                }
            }
        }
        return {};
    }

    std::string m_path;
    Geometry m_geometry;
    size_t m_most;
    GifFileType* m_gif = nullptr;
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
