#include "emulator/app/trace_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace mariner::app {

Result<std::unique_ptr<TraceFile>> TraceFile::open(const std::string& path) {
    if (path == "-") {
        return std::unique_ptr<TraceFile>(new TraceFile("standard error", STDERR_FILENO));
    }
    const int descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (descriptor < 0) {
        return Error{path + " can't be written: " + std::strerror(errno)};
    }
    return std::unique_ptr<TraceFile>(new TraceFile(path, descriptor));
}

TraceFile::~TraceFile() {
    if (m_descriptor != STDERR_FILENO) {
        ::close(m_descriptor);
    }
}

bool TraceFile::write(std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(m_descriptor, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) {
            continue;
        }
        if (written <= 0) {
            m_trouble = "the trace can't be written to " + m_name + ": " + std::strerror(errno);
            return false;
        }
        bytes.remove_prefix(static_cast<size_t>(written));
    }
    return true;
}

}  // namespace mariner::app
