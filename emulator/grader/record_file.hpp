#pragma once
// A file that grows by records, each on the disk before it counts. One that a crash has torn, and what follows it, is
// not there: readers stop at it, and the next writer writes over it. What journals of gradings and of leagues are kept
// in.

#include <functional>
#include <string>
#include <string_view>

#include "emulator/platform/descriptor.hpp"
#include "emulator/support/result.hpp"
#include "emulator/support/types.hpp"

namespace mariner::grader {

class RecordFile {
public:
    /// Where a record's bytes stand.
    struct RecordPlace {
        u64 offset = 0;
        u64 size = 0;
    };
    enum class Sync : u8 { now, later };

    /// Made if need be. An empty path: a temporary file that nobody sees.
    static Result<RecordFile> open(const std::string& path);
    /// Somebody else's, only to be read.
    static Result<RecordFile> read(const std::string& path);

    /// From the first record to the last whole one, or to one that `take` doesn't want.
    void load(const std::function<bool(std::string_view kind, const std::string& bytes, RecordPlace place)>& take);
    /// Forgets all records that were not loaded; and what a crash has left behind them.
    Result<void> cut();
    /// `kind`: a word. `later`: with the next one that is synced, or with sync().
    Result<RecordPlace> append(std::string_view kind, std::string_view bytes, Sync sync = Sync::now);
    Result<void> sync();
    [[nodiscard]] std::string bytes_at(RecordPlace place) const;
    [[nodiscard]] bool is_empty() const { return m_end == 0; }
    /// Takes all records off.
    void clear() { m_end = 0; }

private:
    RecordFile(int file, std::string path) : m_file(file), m_path(std::move(path)) {}

    [[nodiscard]] Error error() const;

    Descriptor m_file;
    std::string m_path;
    u64 m_end = 0;
};

}  // namespace mariner::grader
