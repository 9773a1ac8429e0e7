// PNG over zlib. What comes in may be anything; what goes out has the filters and chunks that libpng would choose.

#include <zlib.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <optional>
#include <vector>

#include "bitmap/image_file.hpp"
#include "emulator/support/file.hpp"

namespace mariner::bitmap {

namespace {

constexpr std::string_view signature = "\x89PNG\r\n\x1a\n";
constexpr size_t header_size = 33;  // with the first chunk, which says what the others hold
constexpr size_t chunk_frame = 12;  // around a chunk's bytes: length, type, check sum
constexpr size_t largest_small_picture = 16384;
constexpr u8 kind_rgb = 2, kind_palette = 3, kind_rgba = 6;

u32 big_endian(std::string_view bytes) {
    u32 value = 0;
    for (const char c : bytes.substr(0, 4)) {
        value = value << 8 | static_cast<u8>(c);
    }
    return value;
}

u32 check_sum(std::string_view bytes) {
    return static_cast<u32>(crc32(0, reinterpret_cast<const u8*>(bytes.data()), static_cast<uInt>(bytes.size())));
}

// --- rows ---

enum class RowFilter : u8 { none, left, above, average, paeth };
constexpr u8 filter_count = 5;

/// What a filter expects of a byte that has these before it; what stands in the file is the difference.
template <RowFilter Kind>
u8 expected(u8 left, u8 above, u8 corner) {
    if constexpr (Kind == RowFilter::left) {
        return left;
    } else if constexpr (Kind == RowFilter::above) {
        return above;
    } else if constexpr (Kind == RowFilter::average) {
        return static_cast<u8>((left + above) / 2);
    } else if constexpr (Kind == RowFilter::paeth) {
        const int to_left = std::abs(above - corner);
        const int to_above = std::abs(left - corner);
        const int to_corner = std::abs(left + above - 2 * corner);
        return to_left <= to_above && to_left <= to_corner ? left : to_above <= to_corner ? above : corner;
    } else {
        return 0;
    }
}

/// A row and the one above it, each behind as many zeros as a pixel has bytes.
struct PngRows {
    const u8* above;
    size_t begin;
    size_t end;
};

template <RowFilter Kind>
void unfilter(u8* row, const PngRows& rows) {
    for (size_t i = rows.begin; i < rows.end; ++i) {
        const size_t left = i - rows.begin;
        row[i] = static_cast<u8>(row[i] + expected<Kind>(row[left], rows.above[i], rows.above[left]));
    }
}

template <RowFilter Kind>
void filter(const u8* row, const PngRows& rows, u8* out) {
    for (size_t i = rows.begin; i < rows.end; ++i) {
        const size_t left = i - rows.begin;
        out[i] = static_cast<u8>(row[i] - expected<Kind>(row[left], rows.above[i], rows.above[left]));
    }
}

using Unfilter = void (*)(u8*, const PngRows&);
constexpr std::array<Unfilter, filter_count> unfilters = {unfilter<RowFilter::none>, unfilter<RowFilter::left>,
                                                          unfilter<RowFilter::above>, unfilter<RowFilter::average>,
                                                          unfilter<RowFilter::paeth>};
using MakeFiltered = void (*)(const u8*, const PngRows&, u8*);
constexpr std::array<MakeFiltered, filter_count> filters = {filter<RowFilter::none>, filter<RowFilter::left>,
                                                            filter<RowFilter::above>, filter<RowFilter::average>,
                                                            filter<RowFilter::paeth>};

// --- reading ---

struct PngHeader {
    u32 width = 0;
    u32 height = 0;
    u8 depth = 0;
    u8 kind = 0;

    [[nodiscard]] size_t bits() const { return kind == kind_palette ? depth : kind == kind_rgb ? 24 : 32; }
    [[nodiscard]] size_t row_size() const { return (width * bits() + 7) / 8; }
};

Result<PngHeader> read_header(std::string_view bytes) {
    if (!bytes.starts_with(signature) || bytes.size() < header_size || bytes.substr(12, 4) != "IHDR") {
        return Error{"this is no PNG"};
    }
    PngHeader header;
    header.width = big_endian(bytes.substr(16));
    header.height = big_endian(bytes.substr(20));
    header.depth = static_cast<u8>(bytes[24]);
    header.kind = static_cast<u8>(bytes[25]);
    const auto [width, height, depth, kind] = header;
    if (width == 0 || height == 0 || width > max_display_size || height > max_display_size) {
        return Error{"a picture has 1 to " + std::to_string(max_display_size) + " pixels in a row and a column, not " +
                     std::to_string(width) + " x " + std::to_string(height)};
    }
    const bool has_colours = (kind == kind_rgb || kind == kind_rgba) && depth == 8;
    if ((kind != kind_palette && !has_colours) || bytes[28] != 0) {
        return Error{
            "a PNG with 8 bits per colour or with a palette is expected, not one with grey levels, 16 bits per "
            "colour or interlacing"};
    }
    if (depth == 0 || depth > 8 || (depth & (depth - 1)) != 0 || bytes[26] != 0 || bytes[27] != 0) {
        return Error{"the PNG is damaged: its header says what can't be"};
    }
    return header;
}

/// Of all chunks, those that say what the pixels are.
struct PngChunks {
    std::string_view palette;
    std::string_view transparency;
    std::string compressed;
};

Result<PngChunks> read_chunks(std::string_view bytes) {
    PngChunks chunks;
    bool is_header = true;
    for (bytes.remove_prefix(signature.size()); bytes.size() >= chunk_frame;) {
        const u32 size = big_endian(bytes);
        if (size > bytes.size() - chunk_frame) {
            break;
        }
        const std::string_view type = bytes.substr(4, 4);
        const std::string_view data = bytes.substr(8, size);
        const bool is_whole = check_sum(bytes.substr(4, 4 + size)) == big_endian(bytes.substr(8 + size));
        const bool is_needed = (type[0] & 0x20) == 0;
        bytes.remove_prefix(chunk_frame + size);
        if (is_needed && !is_whole) {
            return Error{"the PNG is damaged: a part's check sum is wrong"};
        }
        if (type == "IDAT") {
            chunks.compressed += data;
        } else if (!chunks.compressed.empty() || type == "IEND") {
            return chunks;  // the pixels are complete, or are none
        } else if (type == "PLTE") {
            chunks.palette = data;
        } else if (type == "tRNS" && is_whole) {
            chunks.transparency = data;
        } else if (is_needed && !std::exchange(is_header, false)) {
            return Error{"the PNG is damaged: it has a part of unknown kind"};
        }
    }
    return Error{"the PNG is damaged: it ends too early"};
}

/// The rows as they were before they were filtered, each behind `margin` zeros, after one of zeros.
Result<std::vector<u8>> read_rows(const PngHeader& header, const std::string& compressed, size_t margin) {
    const size_t size = header.row_size();
    std::vector<u8> packed((size + 1) * header.height);
    uLongf count = static_cast<uLongf>(packed.size());
    const int state = uncompress(packed.data(), &count, reinterpret_cast<const u8*>(compressed.data()),
                                 static_cast<uLong>(compressed.size()));
    // Whatever comes after the last row is nobody's.
    if ((state != Z_OK && state != Z_BUF_ERROR) || count != packed.size()) {
        return Error{"the PNG is damaged: its pixels can't be unpacked"};
    }
    std::vector<u8> rows((margin + size) * (size_t{header.height} + 1));
    for (size_t y = 0; y < header.height; ++y) {
        const u8* const from = packed.data() + y * (size + 1);
        u8* const row = rows.data() + (y + 1) * (margin + size);
        if (*from >= filter_count) {
            return Error{"the PNG is damaged: it has a row of unknown kind"};
        }
        std::copy_n(from + 1, size, row + margin);
        unfilters[*from](row, {row - margin - size, margin, margin + size});
    }
    return rows;
}

/// Colours of a file's pixels; none for one that is transparent or isn't in the palette.
class PixelReader {
public:
    PixelReader(const PngHeader& header, const PngChunks& chunks)
        : m_header(header), m_palette(chunks.palette), m_transparency(chunks.transparency) {}

    [[nodiscard]] std::optional<u32> colour(const u8* row, size_t x) const {
        if (m_header.kind == kind_palette) {
            return palette_colour(row, x);
        }
        const u8* const at = row + x * (m_header.kind == kind_rgb ? 3 : 4);
        const u32 colour = u32{at[0]} << 16 | u32{at[1]} << 8 | at[2];
        const bool is_opaque = m_header.kind == kind_rgba ? at[3] == 0xff : !is_key(at);
        return is_opaque ? std::optional(colour) : std::nullopt;
    }

private:
    [[nodiscard]] std::optional<u32> palette_colour(const u8* row, size_t x) const {
        const u32 in_byte = 8U / m_header.depth;
        const auto shift = static_cast<u32>(8 - m_header.depth * (x % in_byte + 1));
        const size_t index = row[x / in_byte] >> shift & ((1U << m_header.depth) - 1);
        if (3 * index + 2 >= m_palette.size() ||
            (index < m_transparency.size() && static_cast<u8>(m_transparency[index]) != 0xff)) {
            return std::nullopt;
        }
        return big_endian(m_palette.substr(3 * index, 3));
    }
    /// Whether this is the one colour that stands for transparency: three numbers of 16 bits.
    [[nodiscard]] bool is_key(const u8* at) const {
        if (m_transparency.size() != 6) {
            return false;
        }
        const auto is_part = [&](size_t i) {
            return m_transparency[2 * i] == 0 && static_cast<u8>(m_transparency[2 * i + 1]) == at[i];
        };
        return is_part(0) && is_part(1) && is_part(2);
    }

    PngHeader m_header;
    std::string_view m_palette;
    std::string_view m_transparency;
};

// --- writing ---

void append_u32(std::string& file, u32 value) {
    for (const u32 shift : {24U, 16U, 8U, 0U}) {
        file += static_cast<char>(value >> shift);
    }
}

void append_chunk(std::string& file, std::string_view type, std::string_view bytes) {
    append_u32(file, static_cast<u32>(bytes.size()));
    const size_t begin = file.size();
    file += type;
    file += bytes;
    append_u32(file, check_sum(std::string_view(file).substr(begin)));
}

/// Each row by the filter that leaves the least: small differences are packed best.
std::string filtered_rows(const Pixels& pixels) {
    constexpr size_t margin = 3;
    const size_t end = margin + size_t{pixels.width} * 3;
    std::vector<u8> above(end);
    std::vector<u8> row(end);
    std::vector<u8> tried(end);
    std::string best;
    std::string packed;
    for (size_t y = 0; y < pixels.height; ++y) {
        for (size_t x = 0; x < pixels.width; ++x) {
            const u32 colour = pixels.colours[y * pixels.width + x];
            row[margin + 3 * x] = static_cast<u8>(colour >> 16);
            row[margin + 3 * x + 1] = static_cast<u8>(colour >> 8);
            row[margin + 3 * x + 2] = static_cast<u8>(colour);
        }
        u64 least = ~u64{0};
        for (size_t kind = 0; kind < filter_count; ++kind) {
            if (filters[kind] == filter<RowFilter::average> && (pixels.width == 1 || pixels.height == 1)) {
                continue;  // there is but one neighbour
            }
            filters[kind](row.data(), {above.data(), margin, end}, tried.data());
            u64 sum = 0;
            for (size_t i = margin; i < end; ++i) {
                sum += static_cast<u64>(std::abs(static_cast<i8>(tried[i])));
            }
            if (sum < least) {
                least = sum;
                best.assign(1, static_cast<char>(kind));
                best.append(tried.begin() + margin, tried.end());
            }
        }
        packed += best;
        std::swap(above, row);
    }
    return packed;
}

/// So many bits of distance are all that whoever unpacks these bytes has to be ready for.
void ask_for_window(std::string& packed, u32 bits) {
    const u32 method = 8 | (bits - 8) << 4;
    const u32 flags = static_cast<u8>(packed[1]) & 0xe0U;
    packed[0] = static_cast<char>(method);
    packed[1] = static_cast<char>(flags | (31 - (method << 8 | flags) % 31));
}

/// Empty if there is no memory for it.
std::string compressed(const std::string& bytes) {
    z_stream stream{};
    if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, MAX_WBITS, 8, Z_FILTERED) != Z_OK) {
        return {};
    }
    std::string out(deflateBound(&stream, static_cast<uLong>(bytes.size())), '\0');
    stream.next_in = reinterpret_cast<u8*>(const_cast<char*>(bytes.data()));
    stream.avail_in = static_cast<uInt>(bytes.size());
    stream.next_out = reinterpret_cast<u8*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    const int state = deflate(&stream, Z_FINISH);
    out.resize(state == Z_STREAM_END ? stream.total_out : 0);
    deflateEnd(&stream);
    if (!out.empty() && bytes.size() <= largest_small_picture) {
        ask_for_window(out, std::max(8U, static_cast<u32>(std::bit_width(bytes.size() - 1))));
    }
    return out;
}

}  // namespace

Result<Pixels> read_png(std::string_view bytes) {
    const Result<PngHeader> header = read_header(bytes);
    if (!header) {
        return header.error();
    }
    const Result<PngChunks> chunks = read_chunks(bytes);
    if (!chunks) {
        return chunks.error();
    }
    const size_t margin = (header->bits() + 7) / 8;
    const Result<std::vector<u8>> rows = read_rows(*header, chunks->compressed, margin);
    if (!rows) {
        return rows.error();
    }
    const PixelReader reader(*header, *chunks);
    Pixels pixels{header->width, header->height, {}};
    pixels.colours.reserve(size_t{header->width} * header->height);
    for (size_t y = 0; y < header->height; ++y) {
        const u8* const row = rows->data() + (y + 1) * (margin + header->row_size()) + margin;
        for (size_t x = 0; x < header->width; ++x) {
            const std::optional<u32> colour = reader.colour(row, x);
            if (!colour) {
                return Error{"the PNG has pixels that are transparent or not in its palette"};
            }
            pixels.colours.push_back(*colour);
        }
    }
    return pixels;
}

Result<std::string> png_bytes(const Pixels& pixels) {
    std::string header;
    append_u32(header, pixels.width);
    append_u32(header, pixels.height);
    header += std::string_view("\x08\x02\0\0\0", 5);  // 8 bits, RGB, not interlaced
    const std::string packed = compressed(filtered_rows(pixels));
    if (packed.empty()) {
        return Error{"there is no memory to make the picture's PNG in"};
    }
    std::string file(signature);
    append_chunk(file, "IHDR", header);
    append_chunk(file, "sRGB", std::string_view("\0", 1));
    constexpr size_t longest_part = 8192;
    for (size_t at = 0; at < packed.size(); at += longest_part) {
        append_chunk(file, "IDAT", std::string_view(packed).substr(at, longest_part));
    }
    append_chunk(file, "IEND", {});
    return file;
}

Result<void> write_png(const std::string& path, const Pixels& pixels) {
    const auto bytes = png_bytes(pixels);
    if (!bytes) {
        return bytes.error();
    }
    return write_file(path, *bytes);
}

}  // namespace mariner::bitmap
