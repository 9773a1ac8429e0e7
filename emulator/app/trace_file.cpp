#include "emulator/app/trace_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "emulator/support/file.hpp"

namespace mariner::app {

Result<std::unique_ptr<TraceFile>> TraceFile::open(const std::string& path) {
    const bool is_stream = path == "-";
    Descriptor file(is_stream ? ::fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0)
                              : ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
    if (file.number() < 0) {
        return Error{path + " can't be written: " + std::strerror(errno)};
    }
    return std::unique_ptr<TraceFile>(new TraceFile(is_stream ? "standard error" : path, std::move(file)));
}

bool TraceFile::write(std::string_view bytes) {
    if (!write_all(m_file.number(), bytes)) {
        m_trouble = "the trace can't be written to " + m_name + ": " + std::strerror(errno);
        return false;
    }
    return true;
}

}  // namespace mariner::app
