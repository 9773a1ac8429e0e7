#pragma once
// Files, pipes and connections by their descriptors: bytes as they are, whatever the system takes for the end of a
// line. What is opened here isn't inherited by other programs. Where a function fails, errno says why.

#include <span>
#include <string>
#include <string_view>

#include "emulator/platform/descriptor.hpp"
#include "emulator/support/types.hpp"

namespace mariner::platform {

inline constexpr int standard_input = 0;
inline constexpr int standard_output = 1;
inline constexpr int standard_error = 2;

enum class Opening : u8 {
    read,
    write,    // from the beginning over what is there; as the two below it, it makes a file that isn't there
    replace,  // what is there goes
    append,   // every write goes to the end
    create,   // it must not be there yet; a link in its place leads nowhere
};

/// Without a number if it can't be. `name_may_be_link`: the last part of the path may lead elsewhere.
Descriptor open_file(const std::string& path, Opening opening, bool name_may_be_link = true);
/// For numbers that no Descriptor owns.
void close(int descriptor);

enum class TransferState : u8 {
    done,
    not_now,  // a signal came, or the other side isn't ready and the descriptor doesn't wait: try again
    failed,
};
/// What one reading or writing came to.
struct ByteTransfer {
    TransferState state = TransferState::done;
    size_t count = 0;  // so many went through; none of a reading that is done: the end
};

ByteTransfer read(int descriptor, std::span<char> into);
inline ByteTransfer read(int descriptor, std::span<u8> into) {
    return read(descriptor, std::span(reinterpret_cast<char*>(into.data()), into.size()));
}
ByteTransfer write(int descriptor, std::string_view bytes);

/// Once more where a signal came between, so that it is done or failed.
ByteTransfer read_patiently(int descriptor, std::span<char> into);
/// All bytes, in as many writes as it takes and waiting where the other side is slow; false on an error.
bool write_all(int descriptor, std::string_view bytes);
/// Reads at an offset; fewer bytes than asked for where the file ends or can't be read. The position stays or doesn't.
size_t read_at(int descriptor, u64 offset, std::span<char> into);
/// Where the next read or write begins.
bool seek(int descriptor, u64 offset);

enum class FileKind : u8 { none, regular, folder, other };

FileKind kind_of(int descriptor);
/// Of the name itself: a link is another kind, wherever it leads.
FileKind kind_of(const std::string& path);
/// In bytes, as far as the file says so.
u64 size_of(int descriptor);

}  // namespace mariner::platform
