#include "emulator/app/trace_file.hpp"

#include <cerrno>
#include <cstring>
#include <utility>

#include "emulator/platform/files.hpp"

namespace mariner::app {

Result<std::unique_ptr<TraceFile>> TraceFile::open(const std::string& path) {
    const bool is_stream = path == "-";
    Descriptor file = is_stream ? platform::duplicate(platform::standard_error)
                                : platform::open_file(path, platform::Opening::replace);
    if (file.number() < 0) {
        return Error{path + " can't be written: " + std::strerror(errno)};
    }
    return std::unique_ptr<TraceFile>(new TraceFile(is_stream ? "standard error" : path, std::move(file)));
}

bool TraceFile::write(std::string_view bytes) {
    if (!platform::write_all(m_file.number(), bytes)) {
        m_trouble = "the trace can't be written to " + m_name + ": " + std::strerror(errno);
        return false;
    }
    return true;
}

}  // namespace mariner::app
