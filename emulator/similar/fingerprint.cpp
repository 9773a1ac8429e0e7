#include "emulator/similar/fingerprint.hpp"

#include <algorithm>

namespace mariner::similar {

namespace {

/// The finalizer of SplitMix64: each bit of the input reaches each of the output.
u64 mix(u64 value) {
    value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9;
    value = (value ^ (value >> 27)) * 0x94d049bb133111eb;
    return value ^ (value >> 31);
}

}  // namespace

std::vector<u64> passage_hashes(std::span<const CanonicalToken> tokens, size_t k) {
    std::vector<u64> hashes;
    for (size_t first = 0; first + k <= tokens.size(); ++first) {
        u64 hash = 0;
        for (const CanonicalToken& token : tokens.subspan(first, k)) {
            hash = mix(hash + token.code + 0x9e3779b97f4a7c15);
        }
        hashes.push_back(hash);
    }
    return hashes;
}

std::vector<u32> winnow(std::span<const u64> hashes, size_t w) {
    std::vector<u32> kept;
    const size_t width = std::min(w, hashes.size());
    for (size_t first = 0; width > 0 && first + width <= hashes.size(); ++first) {
        if (!kept.empty() && kept.back() >= first && hashes[first + width - 1] > hashes[kept.back()]) {
            continue;  // the smallest so far is still in the window
        }
        size_t smallest = first;
        for (size_t i = first; i < first + width; ++i) {
            smallest = hashes[i] <= hashes[smallest] ? i : smallest;
        }
        if (kept.empty() || kept.back() != smallest) {
            kept.push_back(static_cast<u32>(smallest));
        }
    }
    return kept;
}

}  // namespace mariner::similar
