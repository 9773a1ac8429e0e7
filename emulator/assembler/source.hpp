#pragma once
// Where the assembler gets its files from: the disk, or what a test or the grader gives it.

#include <map>
#include <string>
#include <string_view>

#include "emulator/support/result.hpp"
#include "emulator/support/types.hpp"

namespace mariner {

class SourceProvider {
public:
    SourceProvider() = default;
    virtual ~SourceProvider() = default;
    SourceProvider(const SourceProvider&) = delete;
    SourceProvider& operator=(const SourceProvider&) = delete;

    /// The file's bytes. More than `limit` of them are an error, of which nothing large is kept.
    virtual Result<std::string> read(const std::string& path, size_t limit) = 0;

    /// How MARS names the file in its messages.
    virtual std::string absolute_path(const std::string& path) = 0;

    /// The path of `text`, as written after .include, seen from the file that includes it.
    virtual std::string include_path(const std::string& including, std::string_view text);
};

/// Files of the machine. Includes from anywhere the process may read.
class DiskSources final : public SourceProvider {
public:
    /// `directory`: what relative paths count from in MARS's messages (the current directory, as the caller knows it).
    explicit DiskSources(std::string directory) : m_directory(std::move(directory)) {}

    Result<std::string> read(const std::string& path, size_t limit) override;
    std::string absolute_path(const std::string& path) override;

private:
    std::string m_directory;
};

/// Files given as text, for tests, fuzzing and callers that have read them already.
class MemorySources final : public SourceProvider {
public:
    void add(std::string path, std::string bytes) { m_files[std::move(path)] = std::move(bytes); }

    Result<std::string> read(const std::string& path, size_t limit) override;
    std::string absolute_path(const std::string& path) override { return path; }

private:
    std::map<std::string, std::string> m_files;
};

}  // namespace mariner
