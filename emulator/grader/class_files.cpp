// Where a class's files come from: a folder, an archive, or one file alone.

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <set>

#include "emulator/grader/submissions.hpp"
#include "emulator/grader/text_match.hpp"
#include "emulator/grader/zip.hpp"

namespace mariner::grader {

namespace {

constexpr int deepest_folder = 16;
constexpr size_t longest_path = 1024;
constexpr size_t most_notes = 100;

/// A system's file descriptor, closed in the end.
class OpenFile {
public:
    explicit OpenFile(int descriptor) : m_descriptor(descriptor) {}
    ~OpenFile() {
        if (m_descriptor >= 0) {
            ::close(m_descriptor);
        }
    }
    OpenFile(const OpenFile&) = delete;
    OpenFile& operator=(const OpenFile&) = delete;

    [[nodiscard]] int get() const { return m_descriptor; }
    /// The bytes from an offset; false if they aren't all there.
    [[nodiscard]] bool read_at(u64 offset, std::span<char> into) const {
        while (!into.empty()) {
            const ssize_t count = ::pread(m_descriptor, into.data(), into.size(), static_cast<off_t>(offset));
            if (count <= 0 && !(count < 0 && errno == EINTR)) {
                return false;
            }
            into = into.subspan(static_cast<size_t>(std::max<ssize_t>(count, 0)));
            offset += static_cast<u64>(std::max<ssize_t>(count, 0));
        }
        return true;
    }

private:
    int m_descriptor;
};

/// Hidden files and what systems leave behind are nobody's submission.
bool is_clutter(std::string_view path) {
    const std::string_view name = path.substr(path.rfind('/') + 1);
    return name.starts_with('.') || path.starts_with("__MACOSX/") ||
           path.find("/__MACOSX/") != std::string_view::npos || name == "Thumbs.db" || name == "desktop.ini";
}

/// What folders and archives have in common: a sorted list of harmless paths, and remarks.
class ListedFiles : public ClassFiles {
public:
    [[nodiscard]] const std::vector<ClassFile>& files() const override { return m_files; }
    [[nodiscard]] const std::vector<std::string>& notes() const override { return m_notes; }

protected:
    void note(std::string_view name, std::string_view why) {
        if (m_notes.size() < most_notes) {
            m_notes.push_back(quoted(name) + " is left out: " + std::string(why));
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

    std::vector<ClassFile> m_files;
    std::vector<std::string> m_notes;
    std::set<std::string> m_known;
};

class FolderFiles final : public ListedFiles {
public:
    static Result<std::unique_ptr<ClassFiles>> open(const std::string& path, const SubmissionLimits& limits) {
        auto folder = std::make_unique<FolderFiles>();
        folder->m_root = path;
        folder->walk("", 0, limits.entries);
        if (folder->m_files.size() >= limits.entries) {
            return Error{path + " holds more than " + std::to_string(limits.entries) + " files"};
        }
        std::sort(folder->m_files.begin(), folder->m_files.end(),
                  [](const ClassFile& a, const ClassFile& b) { return a.path < b.path; });
        std::sort(folder->m_notes.begin(), folder->m_notes.end());
        return std::unique_ptr<ClassFiles>(std::move(folder));
    }

    Result<std::string> read(size_t index, u64 limit) override {
        const std::string path = m_root + "/" + m_real_names.at(m_files[index].path);
        // Between listing and reading nobody may have put a link or a pipe there.
        const OpenFile file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
        struct stat facts {};
        if (file.get() < 0 || ::fstat(file.get(), &facts) != 0 || !S_ISREG(facts.st_mode)) {
            return Error{"it can't be read"};
        }
        const u64 size = static_cast<u64>(facts.st_size);
        if (size > limit) {
            return Error{"it is larger than " + std::to_string(limit) + " bytes"};
        }
        std::string bytes(static_cast<size_t>(size), '\0');
        if (!file.read_at(0, bytes)) {
            return Error{"it can't be read"};
        }
        return bytes;
    }

private:
    void walk(const std::string& below, int depth, size_t most) {
        const std::string path = below.empty() ? m_root : m_root + "/" + below;
        DIR* const folder = ::opendir(path.c_str());
        if (folder == nullptr || depth > deepest_folder) {
            note(below, folder == nullptr ? "it can't be opened" : "folders are nested too deeply");
            if (folder != nullptr) {
                ::closedir(folder);
            }
            return;
        }
        while (const dirent* const entry = ::readdir(folder)) {
            const std::string name = entry->d_name;
            if (name != "." && name != ".." && m_files.size() < most) {
                visit(below.empty() ? name : below + "/" + name, depth, most);
            }
        }
        ::closedir(folder);
    }
    void visit(const std::string& name, int depth, size_t most) {
        struct stat facts {};
        std::string path;
        if (::lstat((m_root + "/" + name).c_str(), &facts) != 0) {
            return;
        }
        if (S_ISDIR(facts.st_mode)) {
            if (!is_clutter(name + "/x")) {
                walk(name, depth + 1, most);
            }
        } else if (!S_ISREG(facts.st_mode)) {
            note(name, S_ISLNK(facts.st_mode) ? "it is a link" : "it is no regular file");
        } else if (accept(name, path)) {
            m_files.push_back({path, static_cast<u64>(facts.st_size)});
            m_real_names[path] = name;
        }
    }

    std::string m_root;
    std::map<std::string, std::string> m_real_names;  // by harmless path
};

class ArchiveFiles final : public ListedFiles {
public:
    static Result<std::unique_ptr<ClassFiles>> open(const std::string& path, const SubmissionLimits& limits) {
        auto file = std::make_shared<const OpenFile>(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
        struct stat facts {};
        if (file->get() < 0 || ::fstat(file->get(), &facts) != 0) {
            return Error{path + ": " + std::strerror(errno)};
        }
        Result<ZipArchive> archive =
            ZipArchive::open([file](u64 offset, std::span<char> into) { return file->read_at(offset, into); },
                             static_cast<u64>(facts.st_size), limits.entries);
        if (!archive) {
            return Error{path + ": " + archive.error().message};
        }
        return std::unique_ptr<ClassFiles>(new ArchiveFiles(std::move(*archive)));
    }

    Result<std::string> read(size_t index, u64 limit) override {
        return m_archive.read(m_archive.entries()[m_indices[index]], limit);
    }

private:
    explicit ArchiveFiles(ZipArchive archive) : m_archive(std::move(archive)) {
        struct Listed {
            ClassFile file;
            size_t index;
        };
        std::vector<Listed> listed;
        for (size_t i = 0; i < m_archive.entries().size(); ++i) {
            const ZipEntry& entry = m_archive.entries()[i];
            std::string path;
            if (entry.is_link) {
                note(entry.name, "it is a link");
            } else if (!entry.is_folder && accept(entry.name, path)) {
                listed.push_back({{path, entry.bytes}, i});
            }
        }
        std::sort(listed.begin(), listed.end(),
                  [](const Listed& a, const Listed& b) { return a.file.path < b.file.path; });
        for (Listed& entry : listed) {
            m_files.push_back(std::move(entry.file));
            m_indices.push_back(entry.index);
        }
    }

    ZipArchive m_archive;
    std::vector<size_t> m_indices;  // in the archive, by index in files()
};

/// A single file is a class of one.
class SingleFile final : public ListedFiles {
public:
    SingleFile(std::string path, u64 size) : m_path(std::move(path)) {
        std::string name;
        if (accept(m_path.substr(m_path.rfind('/') + 1), name)) {
            m_files.push_back({name, size});
        }
    }
    Result<std::string> read(size_t /*index*/, u64 limit) override {
        const OpenFile file(::open(m_path.c_str(), O_RDONLY | O_CLOEXEC));
        std::string bytes(static_cast<size_t>(m_files[0].bytes), '\0');
        if (m_files[0].bytes > limit) {
            return Error{"it is larger than " + std::to_string(limit) + " bytes"};
        }
        if (file.get() < 0 || !file.read_at(0, bytes)) {
            return Error{"it can't be read"};
        }
        return bytes;
    }

private:
    std::string m_path;
};

}  // namespace

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
    const OpenFile file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    std::array<char, 4> begin{};
    if (file.get() >= 0 && file.read_at(0, begin) && looks_like_zip(std::string_view(begin.data(), begin.size()))) {
        return ArchiveFiles::open(path, limits);
    }
    return std::unique_ptr<ClassFiles>(std::make_unique<SingleFile>(path, static_cast<u64>(facts.st_size)));
}

}  // namespace mariner::grader
