#include "emulator/grader/program_runner.hpp"

namespace mariner::grader {

namespace {

/// Where to look and how far, not what should be there.
MemoryRule place_of(const MemoryRule& rule) {
    MemoryRule place;
    place.label = rule.label;
    place.offset = rule.offset;
    place.bytes.resize(rule.bytes.size());
    return place;
}

CallRule call_of(const CallRule& rule) {
    CallRule call;
    call.label = rule.label;
    call.arguments = rule.arguments;
    for (CallArgument& argument : call.arguments) {
        if (argument.after) {
            argument.after = place_of(*argument.after);
        }
    }
    call.returns_text = rule.returns_text ? std::optional<std::string>("") : std::nullopt;
    return call;
}

BoardRule board_of(const BoardRule& rule) {
    BoardRule board;
    board.label = rule.label;
    board.layout = rule.layout;
    board.marks = rule.marks;
    return board;
}

Expectations places_of(const Expectations& expect) {
    Expectations places;
    for (const RegisterRule& rule : expect.registers) {
        places.registers.push_back({rule.name, 0});
    }
    for (const MemoryRule& rule : expect.memory) {
        places.memory.push_back(place_of(rule));
    }
    for (const WrittenFileRule& rule : expect.files) {
        places.files.push_back({rule.name, {}});
    }
    if (expect.picture) {
        places.picture.emplace();
        places.picture->base = expect.picture->base;
        places.picture->columns = expect.picture->columns;
        places.picture->rows = expect.picture->rows;
    }
    places.tools.specifications = expect.tools.specifications;
    for (const ToolRule& rule : expect.tools.rules) {
        places.tools.rules.push_back({rule.tool, rule.key, {}, {}});
    }
    return places;
}

}  // namespace

Case questions_of(const Case& wanted) {
    Case asked;
    asked.input = wanted.input;
    asked.keys = wanted.keys;
    asked.seed = wanted.seed;
    asked.arguments = wanted.arguments;
    asked.limits = wanted.limits;
    asked.has_scratch_folder = wanted.has_scratch_folder;
    asked.files = wanted.files;
    asked.set_memory = wanted.set_memory;
    asked.set_registers = wanted.set_registers;
    asked.expect = places_of(wanted.expect);
    asked.call = wanted.call ? std::optional(call_of(*wanted.call)) : std::nullopt;
    asked.board = wanted.board ? std::optional(board_of(*wanted.board)) : std::nullopt;
    asked.game = wanted.game;  // these two are judged where they are played
    asked.match = wanted.match;
    asked.info.worth = wanted.match ? wanted.info.worth : 0;
    return asked;
}

}  // namespace mariner::grader
