#pragma once
// A class's files in memory, for tests of who they belong to.

#include <string>
#include <utility>
#include <vector>

#include "emulator/grader/submissions.hpp"

namespace mariner::grader {

class MemoryClass final : public ClassFiles {
public:
    MemoryClass() = default;
    explicit MemoryClass(const std::vector<std::pair<std::string, std::string>>& files) {
        for (const auto& [path, bytes] : files) {
            add(path, bytes);
        }
    }
    void add(std::string path, std::string bytes) {
        m_files.push_back({std::move(path), bytes.size()});
        m_bytes.push_back(std::move(bytes));
    }
    [[nodiscard]] const std::vector<ClassFile>& files() const override { return m_files; }
    [[nodiscard]] const std::vector<std::string>& folders() const override { return m_none; }
    [[nodiscard]] const std::vector<std::string>& notes() const override { return m_none; }
    [[nodiscard]] const std::string& changed() const override { return m_unchanged; }
    Result<std::string> read(size_t index, u64 /*limit*/) override { return m_bytes[index]; }

private:
    std::vector<ClassFile> m_files;
    std::vector<std::string> m_bytes;
    std::vector<std::string> m_none;
    std::string m_unchanged;
};

}  // namespace mariner::grader
