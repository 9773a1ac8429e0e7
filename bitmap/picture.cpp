#include "bitmap/picture.hpp"

#include <algorithm>
#include <string>

namespace mariner::bitmap {

PictureReader::PictureReader(const Geometry& geometry, WordView words, WordView unstored)
    : m_geometry(geometry), m_words(words), m_unstored(unstored), m_picture(geometry.columns(), geometry.rows()) {}

RowSpan PictureReader::update() {
    const size_t readable = std::min(m_words.size(), m_picture.units.size());
    const size_t masked = std::min(m_unstored.size(), readable);
    size_t first = readable;
    size_t last = 0;
    const auto put = [&](size_t i, u32 colour) {
        if (m_picture.units[i] != colour) {
            m_picture.units[i] = colour;
            first = std::min(first, i);
            last = i;
        }
    };
    for (size_t i = 0; i < masked; ++i) {
        put(i, shown_colour(m_words[i], m_unstored[i]));
    }
    for (size_t i = masked; i < readable; ++i) {
        put(i, shown_colour(m_words[i], 0));
    }
    if (m_first) {
        m_first = false;
        return {0, m_picture.rows};
    }
    if (first == readable) {
        return {};
    }
    return {static_cast<u32>(first / m_picture.columns), static_cast<u32>(last / m_picture.columns) + 1};
}

Picture read_picture(const Geometry& geometry, WordView words) {
    PictureReader reader(geometry, words);
    reader.update();
    return reader.picture();
}

Pixels to_pixels(const Picture& picture, const Geometry& geometry, u32 scale) {
    Pixels pixels{geometry.display_width * scale, geometry.display_height * scale, {}};
    pixels.colours.resize(size_t{pixels.width} * pixels.height);
    const size_t unit_width = size_t{geometry.unit_width} * scale;
    const size_t unit_height = size_t{geometry.unit_height} * scale;
    for (size_t row = 0; row < picture.rows; ++row) {
        const auto line = pixels.colours.begin() + static_cast<std::ptrdiff_t>(row * unit_height * pixels.width);
        for (size_t column = 0; column < picture.columns; ++column) {
            std::fill_n(line + static_cast<std::ptrdiff_t>(column * unit_width), unit_width,
                        picture.units[row * picture.columns + column]);
        }
        for (size_t copy = 1; copy < unit_height; ++copy) {
            std::copy_n(line, pixels.width, line + static_cast<std::ptrdiff_t>(copy * pixels.width));
        }
    }
    return pixels;
}

Result<Picture> to_picture(const Pixels& pixels, u32 columns, u32 rows) {
    if (columns == 0 || rows == 0 || pixels.width % columns != 0 || pixels.height % rows != 0) {
        return Error{"its " + std::to_string(pixels.width) + " x " + std::to_string(pixels.height) +
                     " pixels are no whole number of pixels for each of " + std::to_string(columns) + " x " +
                     std::to_string(rows) + " units"};
    }
    const u32 unit_width = pixels.width / columns;
    const u32 unit_height = pixels.height / rows;
    Picture picture(columns, rows);
    for (u32 y = 0; y < pixels.height; ++y) {
        for (u32 x = 0; x < pixels.width; ++x) {
            const Unit unit{x / unit_width, y / unit_height};
            const u32 colour = pixels.colours[size_t{y} * pixels.width + x];
            u32& place = picture.units[size_t{unit.row} * columns + unit.column];
            if (x % unit_width == 0 && y % unit_height == 0) {
                place = colour;
            } else if (place != colour) {
                return Error{"the unit in column " + std::to_string(unit.column) + ", row " + std::to_string(unit.row) +
                             " has pixels of several colours"};
            }
        }
    }
    return picture;
}

namespace {

/// Mean colour of the units in columns x0..x1, rows y0..y1.
u32 average(const Picture& picture, Unit from, Unit to) {
    u64 red = 0;
    u64 green = 0;
    u64 blue = 0;
    for (u32 row = from.row; row < to.row; ++row) {
        for (u32 column = from.column; column < to.column; ++column) {
            const u32 colour = picture.at({column, row});
            red += colour >> 16 & 0xff;
            green += colour >> 8 & 0xff;
            blue += colour & 0xff;
        }
    }
    const u64 count = u64{to.row - from.row} * (to.column - from.column);
    return static_cast<u32>((red / count) << 16 | (green / count) << 8 | (blue / count));
}

}  // namespace

Pixels resample(const Picture& picture, u32 width, u32 height) {
    Pixels pixels{width, height, std::vector<u32>(size_t{width} * height)};
    const auto begin = [](u32 cell, u32 cells, u32 units) { return static_cast<u32>(u64{cell} * units / cells); };
    for (u32 y = 0; y < height; ++y) {
        const u32 top = begin(y, height, picture.rows);
        const u32 bottom = std::max(top + 1, begin(y + 1, height, picture.rows));
        for (u32 x = 0; x < width; ++x) {
            const u32 left = begin(x, width, picture.columns);
            const u32 right = std::max(left + 1, begin(x + 1, width, picture.columns));
            pixels.colours[size_t{y} * width + x] = average(picture, {left, top}, {right, bottom});
        }
    }
    return pixels;
}

u64 hash(std::span<const u32> colours) {
    u64 value = 0xcbf29ce484222325;
    for (u32 colour : colours) {
        for (int shift = 0; shift < 32; shift += 8) {
            value = (value ^ (colour >> shift & 0xff)) * 0x100000001b3;
        }
    }
    return value;
}

}  // namespace mariner::bitmap
