#include "emulator/grader/scratch_files.hpp"

#include <algorithm>

namespace mariner::grader {

namespace {

constexpr u32 flag_write = 1;
constexpr u32 flag_append = 8;

}  // namespace

std::string ScratchFiles::plain(std::string_view name) {
    while (name.starts_with("./")) {
        name.remove_prefix(2);
    }
    return std::string(name);
}

const std::string* ScratchFiles::find(std::string_view name) const {
    const auto found = m_files.find(plain(name));
    return found == m_files.end() ? nullptr : &found->second;
}

int ScratchFiles::open(const std::string& name, u32 flags) {
    const std::string key = plain(name);
    const bool is_name = !key.empty() && key.size() <= longest_name && key.find('/') == std::string::npos &&
                         key.find('\\') == std::string::npos && key != "." && key != "..";
    const bool is_known = m_files.contains(key);
    const bool writes = (flags & flag_write) != 0;
    if (!m_granted || !is_name || (!is_known && (!writes || m_files.size() >= most_files))) {
        if (is_name && m_refused.size() < most_files) {
            m_refused.insert(key);
        }
        return -1;
    }
    std::string& bytes = m_files[key];
    if (writes && (flags & flag_append) == 0) {
        bytes.clear();
    }
    int number = 3;
    while (m_open.contains(number)) {
        ++number;
    }
    m_open[number] = {key, 0};
    return number;
}

std::optional<size_t> ScratchFiles::read(int file, std::span<u8> buffer) {
    OpenFile& open = m_open[file];
    const std::string& bytes = m_files[open.name];
    const size_t begin = std::min(open.position, bytes.size());
    const size_t count = std::min(buffer.size(), bytes.size() - begin);
    std::copy_n(bytes.begin() + static_cast<std::ptrdiff_t>(begin), count, buffer.begin());
    open.position = begin + count;
    return count;
}

bool ScratchFiles::write(int file, std::string_view bytes) {
    m_files[m_open[file].name] += bytes;  // whoever writes has emptied the file on opening it, or appends
    return true;
}

}  // namespace mariner::grader
