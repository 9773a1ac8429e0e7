#include "emulator/app/trace_file.hpp"

#include <cerrno>
#include <cstring>
#include <utility>

#include "emulator/platform/files.hpp"

namespace mariner::app {

Result<std::unique_ptr<TraceFile>> TraceFile::open(const std::string& path) {
    if (path == "-") {
        return std::unique_ptr<TraceFile>(new TraceFile("standard error", Descriptor()));
    }
    Descriptor file = platform::open_file(path, platform::Opening::replace);
    if (file.number() < 0) {
        return Error{path + " can't be written: " + std::strerror(errno)};
    }
    return std::unique_ptr<TraceFile>(new TraceFile(path, std::move(file)));
}

bool TraceFile::write(std::string_view bytes) {
    const int file = m_file.number() >= 0 ? m_file.number() : platform::standard_error;
    if (!platform::write_all(file, bytes)) {
        m_trouble = "the trace can't be written to " + m_name + ": " + std::strerror(errno);
        return false;
    }
    return true;
}

}  // namespace mariner::app
