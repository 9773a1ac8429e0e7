#include "emulator/remote/picture.hpp"

#include <string_view>

#include "bitmap/header_hint.hpp"

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

std::optional<bitmap::Geometry> picture_of(std::span<const std::string> sources, const MemoryMap& map) {
    const std::vector<std::string_view> views(sources.begin(), sources.end());
    const bitmap::HeaderHint hint = bitmap::read_header_hint(views, base_names(map));
    const bitmap::Geometry geometry = hint.over({});
    return hint.complete() && bitmap::check_start(geometry, display_memory(map)) ? std::optional(geometry)
                                                                                 : std::nullopt;
}

}  // namespace mariner::remote
