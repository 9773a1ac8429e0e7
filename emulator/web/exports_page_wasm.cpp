// What a page calls to run programs (package/index.js), beside the boxes.

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "emulator/execute/registers.hpp"
#include "emulator/web/conversation_exports_wasm.hpp"
#include "emulator/web/simulation.hpp"

namespace mariner::web {

namespace {

Things<Simulation> simulations;

}  // namespace

EXPORT(simulation_create) u32 simulation_create() {
    const Result<JsonValue> wish = read_json(inbox);
    std::unique_ptr<Simulation> made = Simulation::create(wish ? *wish : JsonValue(), outbox);
    return made ? simulations.add(std::move(made)) : 0;
}
EXPORT(simulation_release) void simulation_release(u32 handle) {
    simulations.remove(handle);
}
EXPORT(simulation_describe) void simulation_describe(u32 handle) {
    outbox = simulations[handle].describe();
}
EXPORT(simulation_state) void simulation_state(u32 handle) {
    outbox = simulations[handle].state();
}
/// The motion by its name, in the inbox.
EXPORT(simulation_move) void simulation_move(u32 handle, u32 is_backward, u32 milliseconds) {
    const auto direction = is_backward != 0 ? debugger::Direction::backward : debugger::Direction::forward;
    if (const std::optional<debugger::Motion> motion = Simulation::find_motion(inbox, outbox)) {
        outbox = simulations[handle].move(*motion, direction, milliseconds);
    }
}
EXPORT(simulation_go_to) void simulation_go_to(u32 handle, double steps) {
    outbox = simulations[handle].go_to(static_cast<debugger::Time>(std::max(0.0, steps)));
}
EXPORT(simulation_input) void simulation_input(u32 handle) {
    simulations[handle].host().add_input(inbox);
}
EXPORT(simulation_end_input) void simulation_end_input(u32 handle) {
    simulations[handle].host().end_input();
}
EXPORT(simulation_output) void simulation_output(u32 handle) {
    outbox = simulations[handle].host().take_output();
}
/// By name, in the inbox; -1 if there is none.
EXPORT(register_id) i32 register_id_of() {
    const std::optional<u8> id = find_register(inbox);
    return id ? *id : -1;
}
EXPORT(simulation_register) u32 simulation_register(u32 handle, u32 id) {
    return simulations[handle].session().register_value(static_cast<u8>(id));
}
EXPORT(simulation_set_register) u32 simulation_set_register(u32 handle, u32 id, u32 value) {
    return simulations[handle].session().set_register(static_cast<u8>(id), value) ? 1 : 0;
}
EXPORT(simulation_registers) void simulation_registers(u32 handle) {
    outbox = simulations[handle].registers();
}
EXPORT(simulation_memory) void simulation_memory(u32 handle, u32 address, u32 size) {
    const std::vector<u8> bytes = simulations[handle].session().read_memory(address, size);
    outbox.assign(bytes.begin(), bytes.end());
}
/// Not a number where there is no word.
EXPORT(simulation_word) double simulation_word(u32 handle, u32 address) {
    const std::optional<u32> word = simulations[handle].session().machine().peek_word(address);
    return word ? *word : std::numeric_limits<double>::quiet_NaN();
}
EXPORT(simulation_set_memory) u32 simulation_set_memory(u32 handle, u32 address) {
    const std::span bytes(reinterpret_cast<const u8*>(inbox.data()), inbox.size());
    return simulations[handle].session().write_memory(address, bytes) ? 1 : 0;
}
/// An address of -1, where no word can be, is none.
EXPORT(simulation_picture) void simulation_picture(u32 handle, u32 address, u32 units) {
    outbox = simulations[handle].picture(address == ~u32{0} ? std::nullopt : std::optional(address), units);
}
EXPORT(simulation_breakpoint) void simulation_breakpoint(u32 handle, u32 address, u32 is_set) {
    simulations[handle].set_breakpoint(address, is_set != 0);
}

}  // namespace mariner::web
