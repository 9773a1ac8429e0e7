#pragma once
// What a launch makes, in the order in which it depends on each other. Called by the parts of dap_server only.

#include <memory>

#include "emulator/remote/dap_controls.hpp"
#include "emulator/remote/dap_server.hpp"

namespace mariner::remote {

struct DapServer::Debuggee {
    Debuggee(DapProgram loaded, DapHost::Print print, std::optional<i64> seed)
        : program(std::move(loaded)), index(program.image, program.paths), host(std::move(print), seed) {}

    DapProgram program;
    SourceIndex index;
    DapHost host;
    DapControls controls;
    std::unique_ptr<debugger::Session> session;
    DapPoints points;
    bool has_arguments = false;
};

}  // namespace mariner::remote
