#pragma once
// Where `mariner run --trace FILE` goes: a file that grows with the run, or standard error.

#include <memory>
#include <string>
#include <string_view>

#include "emulator/platform/descriptor.hpp"
#include "emulator/support/result.hpp"

namespace mariner::app {

class TraceFile {
public:
    /// "-" is standard error, since standard output is the program's own.
    static Result<std::unique_ptr<TraceFile>> open(const std::string& path);
    bool write(std::string_view bytes);
    /// Why writing failed; empty if it didn't.
    [[nodiscard]] const std::string& trouble() const { return m_trouble; }

private:
    TraceFile(std::string name, Descriptor file) : m_name(std::move(name)), m_file(std::move(file)) {}

    std::string m_name;
    Descriptor m_file;  // none: standard error
    std::string m_trouble;
};

}  // namespace mariner::app
