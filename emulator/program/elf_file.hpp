#pragma once
// The wrapper of ELFIO that elf_reader and elf_writer share: the only header that includes it, and itself included by
// those two alone. ELFIO's older releases read and write named files only; then bytes pass through a file in memory
// that has no name of its own.

#include <elfio/elfio.hpp>
#include <istream>
#include <sstream>
#include <string>
#include <string_view>

#if defined(__linux__)
#include <sys/mman.h>
#include <unistd.h>
#endif

namespace mariner::elf {

/// A file that exists only while this does.
class MemoryFile {
public:
#if defined(__linux__)
    MemoryFile() : m_descriptor(memfd_create("elf", MFD_CLOEXEC)) {}
    ~MemoryFile() {
        if (m_descriptor >= 0) {
            close(m_descriptor);
        }
    }
    [[nodiscard]] std::string path() const {
        return "/proc/self/fd/" + std::to_string(m_descriptor);
    }

    bool write(std::string_view bytes) {
        while (!bytes.empty()) {
            const ssize_t done = ::write(m_descriptor, bytes.data(), bytes.size());
            if (done <= 0) {
                return false;
            }
            bytes.remove_prefix(static_cast<size_t>(done));
        }
        return m_descriptor >= 0;
    }

    bool read(std::string& bytes) {
        const off_t size = lseek(m_descriptor, 0, SEEK_END);
        if (size < 0) {
            return false;
        }
        bytes.resize(static_cast<size_t>(size));
        size_t at = 0;
        while (at < bytes.size()) {
            const ssize_t done = pread(m_descriptor, bytes.data() + at, bytes.size() - at, static_cast<off_t>(at));
            if (done <= 0) {
                return false;
            }
            at += static_cast<size_t>(done);
        }
        return true;
    }

private:
    int m_descriptor;

public:
#else
    [[nodiscard]] std::string path() const {
        return {};
    }
    bool write(std::string_view) {
        return false;
    }
    bool read(std::string&) {
        return false;
    }
#endif
    MemoryFile(const MemoryFile&) = delete;
    MemoryFile& operator=(const MemoryFile&) = delete;
};

template <class File = ELFIO::elfio>
bool load(File& file, std::string_view bytes) {
    if constexpr (requires(std::istream & stream) { file.load(stream); }) {
        std::istringstream stream{std::string(bytes)};
        return file.load(stream);
    } else {
        MemoryFile copy;
        return copy.write(bytes) && file.load(copy.path());
    }
}

template <class File = ELFIO::elfio>
bool save(File& file, std::string& bytes) {
    if constexpr (requires(std::ostream & stream) { file.save(stream); }) {
        std::ostringstream stream;
        const bool good = file.save(stream);
        bytes = stream.str();
        return good;
    } else {
        MemoryFile copy;
        return file.save(copy.path()) && copy.read(bytes);
    }
}

}  // namespace mariner::elf
