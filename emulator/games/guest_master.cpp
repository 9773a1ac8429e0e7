#include "emulator/games/guest_master.hpp"

#include <limits>
#include <sstream>

#include "emulator/games/registry.hpp"

namespace mariner::games {

Result<std::unique_ptr<GuestMaster>> GuestMaster::create(EngineKind engine) {
    Result<ProgramImage> image = assemble_game(std::string(thinking_game().room), thinking_game().program);
    if (!image) {
        return image.error();
    }
    std::unique_ptr<GuestMaster> master(new GuestMaster(std::move(*image)));
    EmulationOptions options;
    options.engine = engine;
    options.max_steps = std::numeric_limits<u64>::max();  // a position of few stones takes what it takes
    Result<std::unique_ptr<EmulatedGame>> game = EmulatedGame::create(master->m_image, options);
    if (!game) {
        return game.error();
    }
    master->m_game = std::move(*game);
    return master;
}

/// What it prints after the words that begin its answer. It sits where it is to move, or where the person is who asks.
Result<std::string> GuestMaster::answer(std::string_view moves, int strength, bool asks_values) {
    const std::string played(moves == "-" ? "" : moves);
    const bool first_moves = played.size() % 2 == 0;
    const std::string seat = first_moves == asks_values ? "1" : "2";
    const std::string input =
        std::to_string(strength) + "\n" + seat + "\n" + played + "\n" + (asks_values ? "?\n" : "");
    const GameRecord record = m_game->play({std::string(thinking_game().room), 0, input});
    const std::string_view words = asks_values ? "Worth: " : "I play ";
    const size_t found = record.transcript.find(words);
    if (found == record.transcript.npos) {
        return Error{"the program master gave no answer" + (record.ending.empty() ? "" : ": " + record.ending)};
    }
    const size_t first = found + words.size();
    return record.transcript.substr(first, record.transcript.find('\n', first) - first);
}

Result<int> GuestMaster::column(std::string_view moves, int strength) {
    const Result<std::string> said = answer(moves, strength, false);
    return said ? Result<int>(said->front() - '1') : said.error();
}

Result<ColumnValues> GuestMaster::values(std::string_view moves, int strength) {
    const Result<std::string> said = answer(moves, strength, true);
    if (!said) {
        return said.error();
    }
    ColumnValues values;
    std::istringstream words(*said);
    std::string word;
    for (std::optional<int>& value : values) {
        words >> word;
        value = word == "-" ? std::nullopt : std::optional(std::stoi(word));
    }
    return values;
}

}  // namespace mariner::games
