#pragma once
// Archives of files made here: ZIP and tar. The same files give the same bytes: nobody's name and no time is in them.
// What is written goes to a sink as it comes, so that an archive may be larger than memory.

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/support/result.hpp"
#include "emulator/support/types.hpp"

namespace mariner::grader {

/// Takes the next bytes of a file.
using ByteSink = std::function<Result<void>(std::string_view bytes)>;

/// Raw deflate; an error if there is no memory.
Result<std::string> deflated_bytes(std::string_view bytes);

class ArchiveWriter {
public:
    ArchiveWriter() = default;
    ArchiveWriter(const ArchiveWriter&) = delete;
    ArchiveWriter& operator=(const ArchiveWriter&) = delete;
    virtual ~ArchiveWriter() = default;

    /// `name`: UTF-8, `/` between folders.
    virtual Result<void> add(std::string_view name, std::string_view bytes, bool is_program) = 0;
    /// Once, in the end.
    virtual Result<void> finish() = 0;
};

class ZipWriter final : public ArchiveWriter {
public:
    explicit ZipWriter(ByteSink sink) : m_sink(std::move(sink)) {}
    Result<void> add(std::string_view name, std::string_view bytes, bool is_program) override;
    Result<void> finish() override;

private:
    Result<void> put(std::string_view bytes);

    ByteSink m_sink;
    std::string m_directory;
    u64 m_at = 0;
    u64 m_count = 0;
};

class TarWriter final : public ArchiveWriter {
public:
    explicit TarWriter(ByteSink sink) : m_sink(std::move(sink)) {}
    Result<void> add(std::string_view name, std::string_view bytes, bool is_program) override;
    Result<void> finish() override;

private:
    ByteSink m_sink;
};

}  // namespace mariner::grader
