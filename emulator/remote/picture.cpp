#include "emulator/remote/picture.hpp"

#include <algorithm>
#include <string_view>

#include "bitmap/header_hint.hpp"
#include "bitmap/picture.hpp"
#include "emulator/remote/places.hpp"
#include "emulator/support/text.hpp"

namespace mariner::remote {

std::vector<bitmap::Range> display_memory(const MemoryMap& map) {
    std::vector<bitmap::Range> memory;
    for (const Segment& segment : {map.data, map.stack, map.kernel_data, map.mmio}) {
        if (segment.base != segment.limit) {
            // A limit that leaves out a segment's last byte leaves out its last word, but for the MMIO segment's.
            const u64 end = segment.limit == 0xffffffff ? u64{1} << 32 : segment.limit & ~3u;
            memory.push_back({segment.base, end});
        }
    }
    return memory;
}

bitmap::BaseNames base_names(const MemoryMap& map) {
    return {map.data.base, map.global_pointer, map.data_base, map.heap_base, map.mmio.base};
}

NamedColours named_colours(std::span<const std::string> sources) {
    NamedColours names;
    for (const std::string& source : sources) {
        for (const std::string_view line : lines_of(source)) {
            std::string_view rest = trim(line.substr(0, line.find('#')));
            const auto take_word = [&rest] {
                const size_t end = std::min(rest.find_first_of(" \t,"), rest.size());
                const std::string_view word = rest.substr(0, end);
                rest.remove_prefix(std::min(rest.find_first_not_of(" \t,", end), rest.size()));
                return word;
            };
            if (take_word() != ".eqv") {
                continue;
            }
            const std::string_view name = take_word();
            const bool is_colour = rest.starts_with("0x") && rest.size() >= std::string_view("0xrrggbb").size();
            if (const std::optional<u32> number = find_number(rest); number && is_colour) {
                names.try_emplace(*number, name);
            }
        }
    }
    return names;
}

Result<std::vector<u32>> units_of_pixels(u32 width, u32 height, std::vector<u32> pixels, u32 columns, u32 rows) {
    Result<bitmap::Picture> picture = bitmap::to_picture({width, height, std::move(pixels)}, columns, rows);
    return picture ? Result<std::vector<u32>>(std::move(picture->units)) : picture.error();
}

std::optional<bitmap::Geometry> picture_of(std::span<const std::string> sources, const MemoryMap& map) {
    const std::vector<std::string_view> views(sources.begin(), sources.end());
    const bitmap::HeaderHint hint = bitmap::read_header_hint(views, base_names(map));
    const bitmap::Geometry geometry = hint.over({});
    return hint.complete() && bitmap::check_start(geometry, display_memory(map)) ? std::optional(geometry)
                                                                                 : std::nullopt;
}

}  // namespace mariner::remote
