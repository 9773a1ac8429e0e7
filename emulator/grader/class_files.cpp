// Where a class's files come from: a folder, an archive, or one file alone.

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <set>
#include <utility>

#include "emulator/grader/excerpt.hpp"
#include "emulator/grader/submissions.hpp"
#include "emulator/grader/zip.hpp"
#include "emulator/platform/descriptor.hpp"
#include "emulator/platform/file_stamp_posix.hpp"
#include "emulator/support/file.hpp"

namespace mariner::grader {

namespace {

using platform::FileStamp;

constexpr int deepest_folder = 16;
constexpr size_t longest_path = 1024;
constexpr size_t most_notes = 100;

/// The bytes from an offset; false if they aren't all there.
bool read_all_at(const Descriptor& file, u64 offset, std::span<char> into) {
    return read_at(file.number(), offset, into) == into.size();
}

/// What folders and archives have in common: a sorted list of harmless paths, and remarks.
class ListedFiles : public ClassFiles {
public:
    [[nodiscard]] const std::vector<ClassFile>& files() const override { return m_files; }
    [[nodiscard]] const std::vector<std::string>& folders() const override { return m_folders; }
    [[nodiscard]] const std::vector<std::string>& notes() const override { return m_notes; }
    [[nodiscard]] const std::string& changed() const override { return m_changed; }

protected:
    Error has_changed(size_t index) {
        m_changed = m_changed.empty() ? m_files[index].path : m_changed;
        return Error{"it has changed since the class was listed"};
    }
    void note(std::string_view name, std::string_view why) {
        if (m_notes.size() < most_notes) {
            m_notes.push_back(in_quotes(name) + " is left out: " + std::string(why));
        }
    }
    /// False, with a note, if the path can't be one of the class's files.
    bool accept(std::string_view name, std::string& path) {
        const std::optional<std::string> harmless = harmless_path(name);
        if (!harmless) {
            note(name, "its name leads out of the folder or can't be a file's");
            return false;
        }
        if (is_clutter(*harmless)) {
            return false;
        }
        if (!m_known.insert(*harmless).second) {
            note(name, "another file has the same name");
            return false;
        }
        path = *harmless;
        return true;
    }

    /// The folders that this path leads through, itself too if it is one.
    void add_folders(std::string_view path) {
        const std::optional<std::string> harmless = harmless_path(path);
        const bool is_folder = path.ends_with('/');
        for (size_t end = 0; harmless && end < harmless->size(); ++end) {
            end = std::min(harmless->find('/', end), harmless->size());
            const std::string folder = harmless->substr(0, end);
            if ((end == harmless->size() && !is_folder) || is_clutter(folder) ||
                !m_known_folders.insert(folder).second) {
                continue;
            }
            m_folders.push_back(folder);
        }
    }

    /// Nothing comes after. What told doubles isn't needed any more, and a class may have many files.
    void finish_list() {
        std::ranges::sort(m_files, {}, &ClassFile::path);
        std::ranges::sort(m_folders);
        m_files.shrink_to_fit();
        std::set<std::string>().swap(m_known);
        std::set<std::string>().swap(m_known_folders);
    }

    std::vector<ClassFile> m_files;
    std::vector<std::string> m_folders;
    std::vector<std::string> m_notes;
    std::set<std::string> m_known;
    std::set<std::string> m_known_folders;
    std::string m_changed;
};

/// Each step of a path is taken from the folder above it and follows no link, so that nobody who may write there can
/// lead it elsewhere, and each file must still be the one that was listed.
class FolderFiles final : public ListedFiles {
public:
    static Result<std::unique_ptr<ClassFiles>> open(const std::string& path, const SubmissionLimits& limits,
                                                    const std::string& only = {}, const std::string& called = {}) {
        Descriptor root(::open(path.c_str(), pass_through | O_DIRECTORY | O_CLOEXEC));
        if (root.number() < 0) {
            return Error{path + ": " + std::strerror(errno)};
        }
        std::unique_ptr<FolderFiles> folder(new FolderFiles(std::move(root)));
        if (only.empty()) {
            folder->walk(Descriptor(::openat(folder->m_root.number(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)), "", 0,
                         limits.entries);
        } else {
            folder->visit(folder->m_root, only, only, 0, limits.entries);
            folder->call_it(called);
        }
        if (folder->m_files.size() >= limits.entries) {
            return Error{path + " holds more than " + std::to_string(limits.entries) + " files"};
        }
        folder->finish_list();
        folder->m_listed.shrink_to_fit();
        std::sort(folder->m_notes.begin(), folder->m_notes.end());
        return std::unique_ptr<ClassFiles>(std::move(folder));
    }

    Result<std::string> read(size_t index, u64 limit) override {
        const Listed& listed = m_listed[m_files[index].place];
        const Descriptor file = open_listed(listed.real_path.empty() ? m_files[index].path : listed.real_path);
        if (file.number() < 0 && errno == EACCES) {
            return Error{"it can't be read"};
        }
        if (file.number() < 0 || FileStamp::of(file.number()) != listed.stamp) {
            return has_changed(index);
        }
        if (m_files[index].bytes > limit) {
            return Error{"it is larger than " + std::to_string(limit) + " bytes"};
        }
        std::string bytes(static_cast<size_t>(m_files[index].bytes), '\0');
        if (!read_all_at(file, 0, bytes)) {
            return Error{"it can't be read"};
        }
        return FileStamp::of(file.number()) == listed.stamp ? Result<std::string>(std::move(bytes))
                                                            : has_changed(index);
    }

private:
    struct Listed {
        std::string real_path;  // empty: as it is called here
        FileStamp stamp;
    };

#ifdef O_PATH
    static constexpr int pass_through = O_PATH;  // a folder need not be readable for a file in it to be
#else
    static constexpr int pass_through = O_RDONLY;
#endif

    explicit FolderFiles(Descriptor root) : m_root(std::move(root)) {}

    [[nodiscard]] Descriptor open_listed(std::string_view path) const {
        Descriptor folder(-1);
        while (true) {
            const size_t end = path.find('/');
            const bool is_last = end == std::string_view::npos;
            const int kind = is_last ? O_NONBLOCK : O_DIRECTORY;  // nobody may have put a pipe there
            const std::string name(path.substr(0, end));
            const int above = folder.number() < 0 ? m_root.number() : folder.number();
            Descriptor next(::openat(above, name.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | kind));
            if (is_last || next.number() < 0) {
                return next;
            }
            folder = std::move(next);
            path.remove_prefix(end + 1);
        }
    }

    void walk(Descriptor folder, const std::string& below, int depth, size_t most) {
        // A descriptor of its own, whose place in the list nobody else moves.
        DIR* const entries = depth > deepest_folder || folder.number() < 0
                                 ? nullptr
                                 : ::fdopendir(::openat(folder.number(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
        if (entries == nullptr) {
            note(below, depth > deepest_folder ? "folders are nested too deeply" : "it can't be opened");
            return;
        }
        std::vector<std::string>
            names;  // in order, so that of two that come out equal it is always the same that counts
        while (const dirent* const entry = ::readdir(entries)) {
            names.emplace_back(entry->d_name);
        }
        ::closedir(entries);
        std::sort(names.begin(), names.end());
        for (const std::string& name : names) {
            if (name != "." && name != ".." && m_files.size() < most) {
                visit(folder, name, below.empty() ? name : below + "/" + name, depth, most);
            }
        }
    }
    void visit(const Descriptor& folder, const std::string& name, const std::string& real_path, int depth,
               size_t most) {
        struct stat facts {};
        std::string path;
        if (::fstatat(folder.number(), name.c_str(), &facts, AT_SYMLINK_NOFOLLOW) != 0) {
            return;
        }
        if (S_ISDIR(facts.st_mode)) {
            if (!is_clutter(real_path)) {
                add_folders(real_path + "/");
                constexpr int kind = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
                walk(Descriptor(::openat(folder.number(), name.c_str(), kind)), real_path, depth + 1, most);
            }
        } else if (!S_ISREG(facts.st_mode)) {
            note(real_path, S_ISLNK(facts.st_mode) ? "it is a link" : "it is no regular file");
        } else if (accept(real_path, path)) {
            m_files.push_back({path, static_cast<u64>(facts.st_size), m_listed.size()});
            m_listed.push_back({path == real_path ? std::string() : real_path, FileStamp::of(facts)});
        }
    }

    void call_it(const std::string& name) {
        for (ClassFile& file : m_files) {
            std::string& real_path = m_listed[file.place].real_path;
            real_path = real_path.empty() ? file.path : real_path;
            file.path = name;
        }
    }

    Descriptor m_root;
    std::vector<Listed> m_listed;  // by the files' places
};

class ArchiveFiles final : public ListedFiles {
public:
    static Result<std::unique_ptr<ClassFiles>> open(const std::string& path, const SubmissionLimits& limits) {
        auto file = std::make_shared<const Descriptor>(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
        struct stat facts {};
        if (file->number() < 0 || ::fstat(file->number(), &facts) != 0) {
            return Error{path + ": " + std::strerror(errno)};
        }
        Result<ZipArchive> archive =
            ZipArchive::open([file](u64 offset, std::span<char> into) { return read_all_at(*file, offset, into); },
                             static_cast<u64>(facts.st_size), limits.entries);
        if (!archive) {
            return Error{path + ": " + archive.error().message};
        }
        return std::unique_ptr<ClassFiles>(new ArchiveFiles(std::move(*archive), file));
    }

    Result<std::string> read(size_t index, u64 limit) override {
        Result<std::string> bytes = m_archive.read(m_archive.entries()[m_files[index].place], limit);
        return FileStamp::of(m_file->number()) == m_stamp ? std::move(bytes) : has_changed(index);
    }

private:
    ArchiveFiles(ZipArchive archive, std::shared_ptr<const Descriptor> file)
        : m_archive(std::move(archive)), m_file(std::move(file)), m_stamp(FileStamp::of(m_file->number())) {
        for (size_t i = 0; i < m_archive.entries().size(); ++i) {
            const ZipEntry& entry = m_archive.entries()[i];
            std::string path;
            add_folders(entry.is_folder ? entry.name + "/" : entry.name);
            if (entry.is_link) {
                note(entry.name, "it is a link");
            } else if (!entry.is_folder && accept(entry.name, path)) {
                m_files.push_back({path, entry.bytes, i});
            }
        }
        finish_list();
    }

    ZipArchive m_archive;
    std::shared_ptr<const Descriptor> m_file;
    FileStamp m_stamp;
};

}  // namespace

bool is_clutter(std::string_view path) {
    while (!path.empty()) {
        const size_t end = std::min(path.find('/'), path.size());
        const std::string_view part = path.substr(0, end);
        if (part.starts_with('.') || part == "__MACOSX" || part == "Thumbs.db" || part == "desktop.ini") {
            return true;
        }
        path.remove_prefix(std::min(end + 1, path.size()));
    }
    return false;
}

std::optional<std::string> harmless_path(std::string_view path) {
    std::string out;
    if (path.empty() || path.size() > longest_path || path[0] == '/' || path[0] == '\\' ||
        (path.size() > 1 && path[1] == ':')) {
        return std::nullopt;
    }
    while (!path.empty()) {
        const size_t end = std::min(path.find_first_of("/\\"), path.size());
        const std::string_view part = path.substr(0, end);
        path.remove_prefix(std::min(end + 1, path.size()));
        if (part == "..") {
            return std::nullopt;
        }
        if (part.empty() || part == ".") {
            continue;
        }
        out += out.empty() ? "" : "/";
        for (const char c : part) {
            const auto byte = static_cast<u8>(c);
            out += byte < 0x20 || byte == 0x7f ? '?' : c;
        }
    }
    return out.empty() ? std::nullopt : std::optional(out);
}

Result<std::unique_ptr<ClassFiles>> open_class(const std::string& path, const SubmissionLimits& limits) {
    struct stat facts {};
    if (::stat(path.c_str(), &facts) != 0) {
        return Error{path + ": " + std::strerror(errno)};
    }
    if (S_ISDIR(facts.st_mode)) {
        return FolderFiles::open(path, limits);
    }
    if (!S_ISREG(facts.st_mode)) {
        return Error{path + " is neither a folder nor a file"};
    }
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    std::array<char, 4> begin{};
    if (file.number() >= 0 && read_all_at(file, 0, begin) &&
        looks_like_zip(std::string_view(begin.data(), begin.size()))) {
        return ArchiveFiles::open(path, limits);
    }
    // A single file is a class of one; whoever names a link means what it leads to.
    const std::unique_ptr<char, decltype(&std::free)> real(::realpath(path.c_str(), nullptr), &std::free);
    if (!real) {
        return Error{path + ": " + std::strerror(errno)};
    }
    const std::string whole(real.get());
    const size_t name = whole.rfind('/') + 1;
    const std::optional<std::string> called = harmless_path(path.substr(path.rfind('/') + 1));
    return FolderFiles::open(whole.substr(0, name), limits, whole.substr(name), called.value_or("submission.asm"));
}

}  // namespace mariner::grader
