#include "emulator/support/file.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>

namespace mariner {

namespace {

Error failure(const std::string& what, const std::string& path) {
    return {what + " " + path + ": " + std::strerror(errno)};
}

/// A file beside another one, of a name that nobody has; gone with this object, unless it took the other's place.
class FileAside {
public:
    explicit FileAside(const std::filesystem::path& beside) {
        constexpr int most_at_once = 1000;
        for (int number = 1; number <= most_at_once; ++number) {
            m_path = beside.string() + ".new" + std::to_string(number);
            m_file = Descriptor(platform::open_file(m_path.string(), platform::Opening::create));
            if (m_file.number() >= 0 || errno != EEXIST) {
                break;
            }
        }
        m_is_there = m_file.number() >= 0;
    }
    ~FileAside() {
        if (m_is_there) {
            m_file = Descriptor();
            std::error_code ignored;
            std::filesystem::remove(m_path, ignored);
        }
    }
    FileAside(const FileAside&) = delete;
    FileAside& operator=(const FileAside&) = delete;

    [[nodiscard]] bool is_there() const { return m_is_there; }
    bool write(std::string_view bytes) { return write_all(m_file.number(), bytes); }

    /// With the mode that the other one has. On some systems only closed files can be renamed.
    std::error_code take_place_of(const std::filesystem::path& target) {
        std::error_code error;
        const std::filesystem::file_status status = std::filesystem::status(target, error);
        if (!error) {
            std::filesystem::permissions(m_path, status.permissions(), error);
        }
        if (!error) {
            m_file = Descriptor();
            std::filesystem::rename(m_path, target, error);
            m_is_there = static_cast<bool>(error);
        }
        return error;
    }

private:
    std::filesystem::path m_path;
    Descriptor m_file;
    bool m_is_there = false;
};

}  // namespace

Result<std::string> read_file(const std::string& path, size_t limit) {
    const Descriptor file = platform::open_file(path, platform::Opening::read);
    if (file.number() < 0) {
        return failure("cannot read", path);
    }
    if (platform::kind_of(file.number()) == platform::FileKind::folder) {
        return Error{"cannot read " + path + ": it is a directory"};
    }
    std::string content;
    constexpr size_t most_reserved = size_t{64} << 20;  // a file may say any size
    content.reserve(std::min({static_cast<size_t>(platform::size_of(file.number())), limit, most_reserved}));
    std::array<char, 65536> buffer;
    while (true) {
        const platform::ByteTransfer got = platform::read_patiently(file.number(), buffer);
        if (got.state == platform::TransferState::failed) {
            return failure("cannot read", path);
        }
        if (got.count == 0) {
            return content;
        }
        content.append(buffer.data(), got.count);
        if (content.size() > limit) {
            return Error{"cannot read " + path + ": it is longer than " + std::to_string(limit) + " bytes"};
        }
    }
}

Result<void> write_file(const std::string& path, std::string_view bytes) {
    const Descriptor file = platform::open_file(path, platform::Opening::replace);
    return file.number() >= 0 && write_all(file.number(), bytes) ? Result<void>() : failure("cannot write", path);
}

Result<void> replace_file(const std::string& path, std::string_view bytes) {
    std::error_code error;
    const std::filesystem::path target = std::filesystem::canonical(path, error);
    if (error) {
        return Error{"cannot write " + path + ": " + error.message()};
    }
    // Who may not write to a file may not replace it, whatever the folder allows.
    if (platform::open_file(target.string(), platform::Opening::write).number() < 0) {
        return failure("cannot write", path);
    }
    FileAside aside(target);
    if (!aside.is_there() || !aside.write(bytes)) {
        return failure("cannot write", path);
    }
    error = aside.take_place_of(target);
    return error ? Error{"cannot write " + path + ": " + error.message()} : Result<void>();
}

}  // namespace mariner
