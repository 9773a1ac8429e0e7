#include "emulator/app/replace_file.hpp"

#include <filesystem>

#include "emulator/support/file.hpp"

namespace mariner::app {

Result<void> replace_file(const std::string& path, std::string_view text) {
    namespace fs = std::filesystem;
    std::error_code error;
    const fs::path target = fs::canonical(path, error);
    const fs::path aside = target.string() + ".new";
    if (error) {
        return Error{"cannot write " + path + ": " + error.message()};
    }
    if (fs::exists(aside, error)) {
        return Error{"cannot write " + aside.string() + ": it is there already"};
    }
    if (Result<void> written = write_file(aside.string(), text); !written) {
        return written;
    }
    fs::permissions(aside, fs::status(target, error).permissions(), error);
    fs::rename(aside, target, error);
    if (error) {
        const std::string reason = error.message();
        fs::remove(aside, error);
        return Error{"cannot write " + path + ": " + reason};
    }
    return {};
}

}  // namespace mariner::app
