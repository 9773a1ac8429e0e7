#include "emulator/app/store_file.hpp"

#include <chrono>
#include <filesystem>
#include <random>
#include <utility>

#include "emulator/platform/wait.hpp"
#include "emulator/support/file.hpp"

namespace mariner::app {

namespace {

constexpr size_t largest_store = size_t{1} << 30;
constexpr std::chrono::seconds longest_writing(30);  // whoever takes longer was killed
constexpr int short_wait = 20;                       // milliseconds

/// Empty if there is none yet.
Result<std::string> store_bytes_now(const std::string& path) {
    std::error_code none;
    return std::filesystem::exists(path, none) ? read_file(path, largest_store) : Result<std::string>(std::string());
}

Result<similar::ProgramStore> store_in(const std::string& path, std::string_view bytes) {
    Result<similar::ProgramStore> store = similar::read_store(bytes);
    return store ? std::move(store) : Error{path + ": " + store.error().message};
}

/// Beside its place, then in it: whoever reads meanwhile has the old one.
Result<void> replace_file(const std::string& path, std::string_view bytes) {
    const std::string aside = path + "." + std::to_string(std::random_device()()) + ".new";
    const Result<void> written = write_file(aside, bytes);
    std::error_code error;
    if (written) {
        std::filesystem::rename(aside, path, error);
    }
    if (!written || error) {
        std::error_code none;
        std::filesystem::remove(aside, none);
    }
    return written && error ? Error{path + ": " + error.message()} : written;
}

/// A folder that stands there while somebody adds to a store: making it fails where it is already. Who waits does so
/// for each writer anew, however many come before.
class WriterMark {
public:
    explicit WriterMark(std::string path) : m_path(std::move(path)) {
        namespace fs = std::filesystem;
        auto begun = std::chrono::steady_clock::now();
        fs::file_time_type made_then;
        std::error_code error;
        while (!fs::create_directory(m_path, error) && is_there(error)) {
            std::error_code gone;
            const fs::file_time_type made = fs::last_write_time(m_path, gone);
            if (!gone && made != made_then) {
                made_then = made;
                begun = std::chrono::steady_clock::now();
            } else if (std::chrono::steady_clock::now() - begun >= longest_writing && !fs::remove(m_path, gone) &&
                       gone) {
                break;  // nobody's mark, or one that can't be taken away
            }
            static_cast<void>(platform::is_readable(-1, short_wait));
        }
    }
    ~WriterMark() {
        std::error_code none;
        std::filesystem::remove(m_path, none);
    }
    WriterMark(const WriterMark&) = delete;
    WriterMark& operator=(const WriterMark&) = delete;

private:
    /// An error too, where the other writer has taken it away before it was looked at.
    static bool is_there(const std::error_code& error) { return !error || error == std::errc::file_exists; }

    std::string m_path;
};

}  // namespace

Result<similar::ProgramStore> read_store_file(const std::string& path) {
    const Result<std::string> bytes = read_file(path, largest_store);
    return bytes ? store_in(path, *bytes) : bytes.error();
}

Result<void> write_store_file(const std::string& path, const similar::ProgramStore& store) {
    return replace_file(path, similar::store_bytes(store));
}

Result<size_t> add_to_store_file(const std::string& path, similar::ProgramStore more) {
    const WriterMark mark(path + ".writing");
    const Result<std::string> bytes = store_bytes_now(path);
    if (!bytes) {
        return bytes.error();
    }
    Result<similar::ProgramStore> store =
        bytes->empty() ? Result<similar::ProgramStore>(similar::ProgramStore{}) : store_in(path, *bytes);
    if (!store) {
        return store.error();
    }
    if (const Result<void> added = similar::add_to_store(*store, std::move(more)); !added) {
        return Error{path + ": " + added.error().message};
    }
    const Result<void> written = write_store_file(path, *store);
    return written ? Result<size_t>(store->programs.size()) : written.error();
}

}  // namespace mariner::app
