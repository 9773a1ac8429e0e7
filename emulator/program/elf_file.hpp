#pragma once
// The wrapper of ELFIO that elf_reader and elf_writer share: the only header that includes it, and itself included by
// those two alone. ELFIO's older releases read and write named files only, which they open as std::ifstream and
// std::ofstream. Here both are a stream over bytes in memory: names are looked up in ELFIO::std first, so they find it.

#include <algorithm>
#include <array>
#include <bit>
#include <istream>
#include <streambuf>
#include <string>
#include <string_view>
#include <utility>

// Under another name, since what it opens is something else: a program that embeds ours may have the usual one.
#define ELFIO mariner_elfio

namespace mariner::elf {

/// As in a file, one may seek past the end; what is never written there is zero.
class ByteBuffer final : public std::streambuf {
public:
    void set_bytes(std::string* bytes) { m_bytes = bytes; }

protected:
    std::streamsize xsgetn(char* to, std::streamsize count) override {
        const size_t from = std::min(m_at, m_bytes->size());
        const size_t done = m_bytes->copy(to, static_cast<size_t>(count), from);
        m_at += done;
        return static_cast<std::streamsize>(done);
    }
    std::streamsize xsputn(const char* from, std::streamsize count) override {
        const auto size = static_cast<size_t>(count);
        m_bytes->resize(std::max(m_bytes->size(), m_at + size));
        m_bytes->replace(m_at, size, from, size);
        m_at += size;
        return count;
    }
    pos_type seekoff(off_type offset, std::ios::seekdir from, std::ios::openmode /*which*/) override {
        const size_t begin = from == std::ios::beg ? 0 : from == std::ios::cur ? m_at : m_bytes->size();
        return seekpos(static_cast<off_type>(begin) + offset, {});
    }
    pos_type seekpos(pos_type position, std::ios::openmode /*which*/) override {
        if (position < 0) {
            return off_type{-1};
        }
        m_at = static_cast<size_t>(static_cast<off_type>(position));
        return position;
    }

private:
    std::string* m_bytes = nullptr;
    size_t m_at = 0;
};

/// What takes a file stream's place. The name of its file says where the bytes are.
class ByteStream final : public std::iostream {
public:
    static std::string name_of(std::string* bytes) {
        const auto name = std::bit_cast<StreamName>(bytes);
        return {name.begin(), name.end()};
    }

    ByteStream() : std::iostream(nullptr) { init(&m_buffer); }
    ByteStream(const char* name, std::ios::openmode mode) : ByteStream() { open(name, mode); }
    void open(const char* name, std::ios::openmode /*mode*/) {
        StreamName bytes{};
        std::copy_n(name, bytes.size(), bytes.begin());
        m_buffer.set_bytes(std::bit_cast<std::string*>(bytes));
    }
    void close() {}

private:
    using StreamName = std::array<char, sizeof(std::string*)>;
    ByteBuffer m_buffer;
};

}  // namespace mariner::elf

namespace ELFIO::std {
using namespace ::std;
using ifstream = mariner::elf::ByteStream;
using ofstream = mariner::elf::ByteStream;
}  // namespace ELFIO::std

#include <elfio/elfio.hpp>

namespace mariner::elf {

inline bool load(ELFIO::elfio& file, std::string_view bytes) {
    std::string copy(bytes);
    return file.load(ByteStream::name_of(&copy));
}

inline bool save(ELFIO::elfio& file, std::string& bytes) {
    bytes.clear();
    return file.save(ByteStream::name_of(&bytes));
}

}  // namespace mariner::elf
