// Any bytes as an archive: list it, read every entry, within limits, and see whose its files are.

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "emulator/grader/download.hpp"
#include "emulator/grader/submissions.hpp"
#include "emulator/grader/zip.hpp"
#include "tests/unit/grader/memory_class.hpp"

using namespace mariner;

namespace {

/// No file is anybody's twice.
void look_at_class(grader::MemoryClass& files) {
    const grader::ClassDownload download =
        grader::read_download(files, "hw-submissions", [](std::string_view name) { return name.ends_with(".asm"); });
    std::vector<size_t> parts;
    for (const grader::HandIn& hand_in : download.hand_ins) {
        if (hand_in.attempts.empty()) {
            std::abort();
        }
        for (const grader::HandInAttempt& attempt : hand_in.attempts) {
            for (const grader::HandInPart& part : attempt.parts) {
                parts.push_back(part.file);
            }
        }
    }
    std::ranges::sort(parts);
    if (std::ranges::adjacent_find(parts) != parts.end() || (!parts.empty() && parts.back() >= files.files().size())) {
        std::abort();
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    constexpr u64 limit = 65536;
    const auto reader = [&](u64 offset, std::span<char> into) {
        if (offset > size || into.size() > size - offset) {
            std::abort();
        }
        std::memcpy(into.data(), data + offset, into.size());
        return true;
    };
    const Result<grader::ZipArchive> archive = grader::ZipArchive::open(reader, size, 1000);
    if (!archive) {
        return 0;
    }
    grader::MemoryClass files;
    for (const grader::ZipEntry& entry : archive->entries()) {
        const Result<std::string> bytes = archive->read(entry, limit);
        const std::optional<std::string> path = grader::harmless_path(entry.name);
        if ((bytes && bytes->size() > limit) || (path && (path->starts_with('/') || path->find("../") == 0))) {
            std::abort();
        }
        if (path && bytes) {
            files.add(*path, *bytes);
        }
    }
    look_at_class(files);
    return 0;
}
