#pragma once
// Reads the GIFs that we write, as their description has it: with nothing of ours but the names of integers.

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "emulator/support/types.hpp"

namespace mariner::bitmap {

/// A rectangle over what was there before.
struct GifImage {
    u32 left = 0, top = 0, width = 0, height = 0;
    u32 delay = 0;
    std::vector<u32> colours;
};

class GifReader {
public:
    explicit GifReader(const std::string& path) {
        std::ifstream file(path, std::ios::binary);
        m_bytes.assign(std::istreambuf_iterator<char>(file), {});
    }

    std::vector<GifImage> images() {
        EXPECT_EQ(m_bytes.substr(0, 6), "GIF89a");
        m_at = 13;
        std::vector<GifImage> images;
        u32 delay = 0;
        for (u32 mark = byte(); mark != ';'; mark = byte()) {
            if (mark == ',') {
                images.push_back(image(delay));
                continue;
            }
            const bool is_control = byte() == 0xf9;
            const std::string bytes = blocks();
            delay = is_control ? u32{static_cast<u8>(bytes.at(1))} + (u32{static_cast<u8>(bytes.at(2))} << 8) : delay;
        }
        EXPECT_EQ(m_at, m_bytes.size());
        return images;
    }

private:
    u32 byte() { return static_cast<u8>(m_bytes.at(m_at++)); }
    u32 word() {
        const u32 low = byte();
        return low + (byte() << 8);
    }
    std::string blocks() {
        std::string all;
        for (u32 size = byte(); size != 0; size = byte()) {
            all += m_bytes.substr(m_at, size);
            m_at += size;
        }
        return all;
    }
    GifImage image(u32 delay) {
        GifImage image;
        for (u32* const part : {&image.left, &image.top, &image.width, &image.height}) {
            *part = word();
        }
        image.delay = delay;
        std::vector<u32> palette(size_t{2} << (byte() & 7));
        for (u32& colour : palette) {
            for (int part = 0; part < 3; ++part) {
                colour = colour << 8 | byte();
            }
        }
        const u32 bits = byte();
        for (const u8 pixel : unpacked(blocks(), bits)) {
            image.colours.push_back(palette.at(pixel));
        }
        EXPECT_EQ(image.colours.size(), size_t{image.width} * image.height);
        return image;
    }
    static std::vector<u8> unpacked(const std::string& bytes, u32 bits) {
        const u32 clear = 1U << bits;
        std::vector<std::vector<u8>> strings;
        std::vector<u8> out;
        std::vector<u8> last;
        u32 width = bits + 1;
        size_t at = 0;
        while (true) {
            u32 code = 0;
            for (u32 i = 0; i < width; ++i, ++at) {
                code |= (u32{static_cast<u8>(bytes.at(at / 8))} >> at % 8 & 1) << i;
            }
            if (code == clear + 1) {
                return out;
            }
            if (code == clear) {
                strings.assign(clear + 2, {});
                for (u32 i = 0; i < clear; ++i) {
                    strings[i] = {static_cast<u8>(i)};
                }
                last.clear();
                width = bits + 1;
                continue;
            }
            if (!last.empty()) {
                const std::vector<u8>& next = code == strings.size() ? last : strings.at(code);
                last.push_back(next.at(0));
                strings.push_back(last);
            }
            last = strings.at(code);
            out.insert(out.end(), last.begin(), last.end());
            width += strings.size() == size_t{1} << width && width < 12 ? 1 : 0;
        }
    }

    std::string m_bytes;
    size_t m_at = 0;
};

}  // namespace mariner::bitmap
