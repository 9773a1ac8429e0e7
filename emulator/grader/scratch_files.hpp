#pragma once
// The scratch folder that a rubric grants: files that exist in memory only and die with the case. The judge fills it
// before the run and looks at it afterwards; the guest never reaches a file of the machine.

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/syscalls/file_table.hpp"

namespace mariner::grader {

class ScratchFiles final : public FileStore {
public:
    /// `granted`: whether the guest may open anything at all.
    explicit ScratchFiles(bool granted) : m_granted(granted) {}

    void put(std::string_view name, std::string bytes) { m_files[plain(name)] = std::move(bytes); }
    [[nodiscard]] const std::map<std::string, std::string>& all() const { return m_files; }
    /// What the guest tried to open and couldn't, by name.
    [[nodiscard]] const std::set<std::string>& refused() const { return m_refused; }
    /// Null if there is no such file.
    [[nodiscard]] const std::string* find(std::string_view name) const;

    int open(const std::string& name, u32 flags) override;
    std::optional<size_t> read(int file, std::span<u8> buffer) override;
    bool write(int file, std::string_view bytes) override;
    void close(int file) override { m_open.erase(file); }

private:
    static constexpr size_t most_files = 256;
    static constexpr size_t longest_name = 255;

    struct OpenFile {
        std::string name;
        size_t position = 0;
    };

    /// Without "./" in front; the folder is flat.
    static std::string plain(std::string_view name);

    bool m_granted;
    std::map<std::string, std::string> m_files;
    std::map<int, OpenFile> m_open;
    std::set<std::string> m_refused;
};

}  // namespace mariner::grader
