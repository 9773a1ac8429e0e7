#pragma once
// What a page shows around a bundled game, as JSON: whose turn it is, what each column is worth, which moves gave the
// game away, the puzzle of a day. Data without words: a page has its own, in its reader's language.

#include <optional>
#include <string>

#include "emulator/games/hint.hpp"
#include "emulator/support/json.hpp"
#include "emulator/support/json_reader.hpp"

namespace mariner::web {

class RoomAdvice {
public:
    RoomAdvice();

    /// `wish`: {puzzle: date} or {room, seed, typed: what the program has read, hints, review: whether they are
    /// wanted}. The answer is {puzzle: ...}, {game, hints, review} or {trouble}; null in place of a puzzle for a wrong
    /// date.
    std::string answer(const JsonValue& wish);

private:
    void write_game(JsonWriter& json, const JsonValue& wish);

    std::optional<games::RoomModel> m_model;
    games::Adviser m_adviser;
};

}  // namespace mariner::web
