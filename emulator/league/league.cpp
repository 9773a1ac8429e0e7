#include "emulator/league/league.hpp"

#include <charconv>

#include "emulator/assembler/assembler.hpp"
#include "emulator/assembler/render.hpp"
#include "emulator/grader/content_hash.hpp"

namespace mariner::league {

namespace {

/// A bot is no larger; what takes longer to assemble than to play isn't one.
constexpr u64 longest_source = u64{1} << 20;
constexpr u32 most_statements = 200'000;

std::string hash_of(std::initializer_list<std::string_view> texts) {
    grader::ContentHash hash;
    for (const std::string_view text : texts) {
        hash.add(text);
    }
    return hash.finish();
}

u64 number_of(std::string_view hexadecimal) {
    u64 number = 0;
    std::from_chars(hexadecimal.data(), hexadecimal.data() + 16, number, 16);
    return number;
}

}  // namespace

std::string pair_key(const LeagueBot& first, const LeagueBot& second, const LeagueRules& rules) {
    return hash_of({first.name, first.hash, second.name, second.hash, std::to_string(rules.openings),
                    std::to_string(rules.steps), std::to_string(rules.output_bytes)});
}

GameStart game_start(const std::string& first, const std::string& second, size_t game) {
    const std::string opening = hash_of({first, second, "opening", std::to_string(game / 2)});
    const std::string seed = hash_of({first, second, "seed", std::to_string(game)});
    return {games::drawn_opening(number_of(opening)), static_cast<i32>(number_of(seed) >> 33U)};
}

Result<ProgramImage> assemble_bot(const LeagueBot& bot) {
    MemorySources sources;
    std::vector<std::string> names;
    for (const SourceFile& file : bot.files) {
        names.push_back(file.name);
        sources.add(file.name, file.bytes);
    }
    if (names.empty()) {
        return Error{"there is no assembly file"};
    }
    AssemblerOptions options;
    options.limits.source_bytes = longest_source;
    options.limits.statements = most_statements;
    options.limits.expanded_lines = most_statements;
    options.limits.expanded_bytes = longest_source * 16;
    options.limits.data_items = longest_source * 4;
    options.start_at_main = names.size() > 1;
    Assembly assembly = assemble(names, sources, options);
    if (!assembly.image) {
        return Error{people_report(assembly.diagnostics, {.colour = false, .warnings = false})};
    }
    return std::move(*assembly.image);
}

}  // namespace mariner::league
