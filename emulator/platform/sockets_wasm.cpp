#include "emulator/platform/sockets.hpp"

namespace mariner::platform {

Result<Listener> Listener::open(const std::string& /*address*/, u16 /*port*/) {
    return Error{"this mariner can't listen on a port"};
}

Result<Descriptor> Listener::accept(int /*patience_milliseconds*/) const {
    return Error{"no connection can be accepted"};
}

void Listener::send_away(std::string_view /*word*/) const {}

}  // namespace mariner::platform
