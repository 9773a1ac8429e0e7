#pragma once
// The files an editor works on: what is open as its text, what isn't as it is on disk; and which files make a program
// together. Opens nothing outside the folders it was given. Called by the language server for every request.

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "emulator/assembler/assembler.hpp"
#include "emulator/language/file_index.hpp"
#include "emulator/language/program_names.hpp"

namespace mariner::language {

/// A file at one moment. Its version differs from that of any other moment or file.
struct WorkspaceFile {
    std::string path;
    TextDocument text;
    FileIndex index;
    u64 version = 0;
};

class Workspace;

/// Files that are assembled together, at one moment: what the assembler says of them is found out when asked for.
class ProgramView {
public:
    ProgramView(Workspace& workspace, std::vector<ProgramUnit> units)
        : m_workspace(&workspace), m_units(std::move(units)) {}

    [[nodiscard]] Workspace& workspace() const { return *m_workspace; }
    [[nodiscard]] const std::vector<ProgramUnit>& units() const { return m_units; }
    [[nodiscard]] bool contains(std::string_view path) const;
    /// As `mariner run` assembles it, without and with the tutor's words and repairs.
    const Assembly& assembly();
    const Assembly& taught();
    /// The same program with other texts in the place of some files' own; all its errors, where MARS would give up,
    /// too.
    Assembly assemble_with(const std::map<std::string, std::string>& texts, bool with_all_errors = false);
    [[nodiscard]] bool is_taught() const { return m_taught && !m_taught->was_interrupted; }
    const ProgramNames& names();
    [[nodiscard]] std::vector<std::string> roots() const;
    /// Those of its files, as the assembler reads them; equal for views between which nothing has changed.
    [[nodiscard]] std::vector<u64> versions() const;

private:
    [[nodiscard]] bool is_missing(const std::optional<Assembly>& one) const;

    Workspace* m_workspace;
    std::vector<ProgramUnit> m_units;
    std::optional<Assembly> m_assembly;
    std::optional<Assembly> m_taught;
    std::optional<ProgramNames> m_names;
};

class Workspace {
public:
    Workspace() = default;
    Workspace(const Workspace&) = delete;
    Workspace& operator=(const Workspace&) = delete;

    /// Without any, those of the open files count.
    void set_folders(const std::vector<std::string>& folders);
    /// Files that make a program together, in their order; what isn't named is found out from .include and .globl.
    void set_programs(std::vector<std::vector<std::string>> programs);

    void open(const std::string& path, std::string text);
    /// False if it isn't open.
    bool change(const std::string& path, const TextRange& range, std::string_view by);
    void close(const std::string& path);
    [[nodiscard]] bool is_open(const std::string& path) const { return m_open.contains(path); }
    [[nodiscard]] std::vector<std::string> open_paths() const;

    /// Whoever waits for what is being assembled asks here whether to go on; once it says no, it is asked no more, and
    /// what was made is made anew when it is asked for after the next call.
    void set_watch(std::function<bool()> should_stop) {
        m_should_stop = std::move(should_stop);
        m_is_interrupted = false;
    }
    [[nodiscard]] bool is_interrupted() const { return m_is_interrupted; }
    [[nodiscard]] AssemblerOptions assembler_options();

    /// What is open, or a file of the folders as it is now; null if there is none.
    const std::shared_ptr<const WorkspaceFile>& find(const std::string& path);
    /// The same for somebody who goes through many: nothing of it is kept.
    std::shared_ptr<const WorkspaceFile> read_once(const std::string& path);
    /// Of the open files and of those in a folder's files that a program may be made of.
    [[nodiscard]] std::vector<std::string> source_files(const std::string& folder);
    /// Every source file below the folders, as far as there aren't too many.
    [[nodiscard]] std::vector<std::string> all_source_files();

    /// The path of a name as it is written behind .include.
    [[nodiscard]] std::string included_path(const std::string& including, std::string_view name);

    /// The program that a file belongs to.
    std::shared_ptr<ProgramView> program_of(const std::string& path);

private:
    struct DiskFile {
        std::filesystem::file_time_type time{};
        u64 size = 0;
        std::shared_ptr<const WorkspaceFile> file;
    };
    /// What a file says about others.
    struct FileLinks {
        u64 version = 0;
        std::vector<std::string> includes;  // paths
        std::vector<std::string> exports;
    };

    void forget_views_of(const std::string& path);
    [[nodiscard]] bool may_read(const std::string& path);
    std::shared_ptr<const WorkspaceFile> read_disk(const std::string& path);
    FileLinks links_of(const std::string& path);
    [[nodiscard]] std::vector<std::string> with_files_above(const std::string& path,
                                                            std::vector<std::string> candidates);
    [[nodiscard]] bool names_without_defining(const ProgramUnit& unit, const std::vector<std::string>& names);
    [[nodiscard]] static bool has_main(const ProgramUnit& unit);
    ProgramUnit unit_of(const std::string& root);
    std::string root_of(const std::string& path, const std::vector<std::string>& candidates);
    void add_linked(std::vector<ProgramUnit>& units, const std::vector<std::string>& candidates);
    std::vector<ProgramUnit> units_of(const std::string& path);

    std::function<bool()> m_should_stop;
    bool m_is_interrupted = false;
    u64 m_version = 0;
    std::vector<std::string> m_folders;  // without links
    bool m_has_folders = false;
    std::vector<std::vector<std::string>> m_programs;
    std::map<std::string, std::shared_ptr<const WorkspaceFile>> m_open;
    std::map<std::string, DiskFile> m_disk;
    u64 m_disk_bytes = 0;
    std::map<std::string, FileLinks> m_links;
    std::map<std::string, std::shared_ptr<ProgramView>> m_views;  // by a file of theirs
};

/// A path as it is compared: from the root, without . and ..
std::string normal_path(const std::string& path);

}  // namespace mariner::language
