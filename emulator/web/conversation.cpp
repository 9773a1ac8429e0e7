#include "emulator/web/conversation.hpp"

#include "emulator/assembler/assembler.hpp"
#include "emulator/assembler/render.hpp"
#include "emulator/platform/paths.hpp"
#include "emulator/remote/picture.hpp"
#include "emulator/tutor/tutor.hpp"
#include "emulator/web/pixels.hpp"

namespace mariner::web {

namespace {

/// A page's memory never shrinks and is lost in small pieces: all of a run stays well below 512 MB.
constexpr size_t page_history_memory = size_t{128} << 20;
/// The same work takes more of the processor there, and going back has to be quick all the same.
constexpr u64 page_pages_per_interval = 40;

Result<remote::DapProgram> load(const remote::DapLoad& wish) {
    const std::string folder = wish.directory.empty() ? "/" : wish.directory;
    std::vector<std::string> files;
    for (const std::string& file : wish.files) {
        files.push_back(platform::join(folder, file));
    }
    DiskSources sources("/");
    Assembly assembly = assemble_and_teach(files, sources, wish.options);
    const std::string report = people_report(assembly.diagnostics, {});
    if (!assembly.image) {
        return Error{report};
    }
    remote::DapProgram program{std::move(*assembly.image), {}, report, {}, true};
    program.paths = program.image.files;
    program.history_memory = page_history_memory;
    program.pages_per_interval = page_pages_per_interval;
    std::vector<std::string> texts;
    for (const std::string& file : program.paths) {
        if (Result<std::string> text = sources.read(file, AssemblerLimits{}.source_bytes)) {
            texts.push_back(std::move(*text));
        }
    }
    program.picture = remote::picture_of(texts, memory_map(program.image.configuration));
    program.colours = remote::named_colours(texts);
    if (!wish.input.empty()) {
        Result<std::string> input = sources.read(platform::join(folder, wish.input), AssemblerLimits{}.source_bytes);
        if (!input) {
            return input.error();
        }
        program.input = std::move(*input);
    }
    return program;
}

}  // namespace

Conversation::Conversation() : m_server(load, [this](std::string_view message) { m_answer += message; }) {}

/// A question about the past may run the program again; an answer that takes too long is none.
void Conversation::receive(std::string_view bytes) {
    m_deadline.set(longest_answer);
    watch();
    m_server.receive(bytes);
}

std::string Conversation::pixels(u32 address, u32 units) const {
    const debugger::Session* const session = m_server.session();
    return session != nullptr ? pixels_of(*session, address, units) : std::string();
}

void Conversation::watch() {
    if (debugger::Session* const session = m_server.session()) {
        session->set_watch([this] { return m_deadline.is_over(); });
    }
}

Conversation::Activity Conversation::advance(u32 milliseconds) {
    m_deadline.set(milliseconds);
    if (m_server.is_running()) {
        watch();
        m_server.advance();
        m_server.conclude();
    }
    return m_server.is_over() ? Activity::over : m_server.is_running() ? Activity::running : Activity::quiet;
}

}  // namespace mariner::web
