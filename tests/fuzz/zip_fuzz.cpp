// Any bytes as an archive: list it and read every entry, within limits.

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "emulator/grader/lms_name.hpp"
#include "emulator/grader/submissions.hpp"
#include "emulator/grader/zip.hpp"

using namespace mariner;

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
    for (const grader::ZipEntry& entry : archive->entries()) {
        const Result<std::string> bytes = archive->read(entry, limit);
        const std::optional<std::string> path = grader::harmless_path(entry.name);
        if ((bytes && bytes->size() > limit) || (path && (path->starts_with('/') || path->find("../") == 0))) {
            std::abort();
        }
        static_cast<void>(grader::parse_lms_name(entry.name));
    }
    return 0;
}
