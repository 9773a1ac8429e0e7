#include "emulator/grader/report_files.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>

#include "emulator/platform/descriptor.hpp"
#include "emulator/support/file.hpp"

namespace mariner::grader {

namespace {

constexpr std::string_view aside_begin = ".mariner-aside-";

std::string folder_of(const std::string& path) {
    const size_t slash = path.rfind('/');
    return slash == std::string::npos ? "./" : path.substr(0, slash + 1);
}

Error failure(const std::string& path) {
    return Error{"cannot write " + path + ": " + std::strerror(errno)};
}

/// Where a link leads; the path itself if it is none or leads nowhere.
std::string resolved(const std::string& path) {
    const std::unique_ptr<char, decltype(&std::free)> real(::realpath(path.c_str(), nullptr), &std::free);
    return real ? std::string(real.get()) : path;
}

bool write_to_disk(int file, std::string_view bytes) {
#ifdef __linux__
    return write_all(file, bytes);
#else
    return write_all(file, bytes) && ::fsync(file) == 0;
#endif
}

/// Brings what was written in a folder to the disk: on Linux all at once, since a class has a thousand pages and to
/// wait for each takes longer than to grade them.
bool sync_folder(const std::string& folder) {
    const Descriptor file(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
#ifdef __linux__
    return file.number() < 0 || ::syncfs(file.number()) == 0 || errno == ENOSYS;
#else
    return file.number() < 0 || ::fsync(file.number()) == 0 || errno == EINVAL;
#endif
}

}  // namespace

ReportFiles::~ReportFiles() {
    for (const Aside& aside : m_asides) {
        ::unlink(written_as(aside).c_str());
    }
}

ReportFiles::Aside& ReportFiles::new_aside(const std::string& path) {
    const std::string folder = folder_of(path);
    const auto known = std::find(m_folders.begin(), m_folders.end(), folder);
    const auto index = static_cast<size_t>(known - m_folders.begin());
    if (known == m_folders.end()) {
        m_folders.push_back(folder);
    }
    m_asides.push_back({index, static_cast<i64>(std::chrono::system_clock::now().time_since_epoch().count()),
                        path.substr(path.rfind('/') + 1)});
    return m_asides.back();
}

/// Another writer may be at the same file, even from another machine.
std::string ReportFiles::written_as(const Aside& aside) const {
    return m_folders[aside.folder] + std::string(aside_begin) + std::to_string(::getpid()) + "-" +
           std::to_string(aside.mark);
}

Result<void> ReportFiles::put(const std::string& path, std::string_view bytes) {
    const std::string target = resolved(path);
    m_last_path = path;
    struct stat facts {};
    const bool is_there = ::stat(target.c_str(), &facts) == 0;
    if (is_there && !S_ISREG(facts.st_mode)) {
        m_last = path;
        return write_file(path, bytes);
    }
    if (is_there && ::access(target.c_str(), W_OK) != 0) {
        return failure(path);
    }
    m_last = written_as(new_aside(target));
    const int file = ::open(m_last.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file < 0) {
        const Error error = failure(path);
        m_asides.pop_back();  // it may be somebody else's
        return error;
    }
    bool is_written = !is_there || ::fchmod(file, facts.st_mode & 07777) == 0;
    is_written = is_written && write_to_disk(file, bytes);
    const int error = errno;
    const bool is_closed =
        ::close(file) == 0;  // where a network's file system may say for the first time that it is full
    errno = is_written ? errno : error;
    return is_written && is_closed ? Result<void>() : failure(path);
}

Result<void> ReportFiles::append(std::string_view bytes) {
    const int file = ::open(m_last.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
    const bool is_written = file >= 0 && write_to_disk(file, bytes);
    const int error = errno;
    const bool is_closed = file >= 0 && ::close(file) == 0;
    errno = is_written ? errno : error;
    return is_written && is_closed ? Result<void>() : failure(m_last_path);
}

Result<void> ReportFiles::commit() {
    for (const std::string& folder : m_folders) {
        if (!sync_folder(folder)) {
            return failure(folder);
        }
    }
    for (const Aside& aside : m_asides) {
        if (::rename(written_as(aside).c_str(), path_of(aside).c_str()) != 0) {
            return failure(path_of(aside));
        }
    }
    m_asides.clear();
    return {};
}

Result<void> make_folder(const std::string& path) {
    std::error_code error;
    std::filesystem::create_directory(path, error);
    return error ? Error{"cannot make the folder " + path + ": " + error.message()} : Result<void>();
}

void sweep(const std::string& folder) {
    std::error_code ignored;
    for (const auto& entry : std::filesystem::directory_iterator(folder, ignored)) {
        if (entry.path().filename().string().starts_with(aside_begin)) {
            std::filesystem::remove(entry.path(), ignored);
        }
    }
}

}  // namespace mariner::grader
