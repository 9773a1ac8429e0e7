#include "emulator/tutor/proposal.hpp"

#include <algorithm>
#include <array>

#include "emulator/isa/mnemonics.hpp"
#include "emulator/support/text.hpp"

namespace mariner::tutor {

namespace {

constexpr auto the_slips = std::to_array<SlipInfo>({
#define SLIP(id, trust, wrong, way, why, see) {#id, Trust::trust, wrong, way, why, see},
#include "emulator/tutor/slips.inc"
#undef SLIP
});

}  // namespace

const SlipInfo& info(Slip slip) {
    return the_slips[static_cast<size_t>(slip)];
}

std::string here_are(size_t count) {
    return count == 1 ? "here is 1" : "here are " + std::to_string(count);
}

std::string fill_words(std::string_view pattern, const std::vector<std::string>& arguments, std::string_view repaired) {
    std::string out;
    for (size_t at = 0; at < pattern.size(); ++at) {
        const size_t end = pattern[at] == '{' ? pattern.find('}', at) : std::string_view::npos;
        if (end == std::string_view::npos) {
            out += pattern[at];
            continue;
        }
        const std::string_view name = pattern.substr(at + 1, end - at - 1);
        const auto index = static_cast<size_t>(name[0] - '0');
        if (name == "new" && repaired.starts_with('\n') && out.ends_with(' ')) {
            out.pop_back();
        }
        out += name == "new" ? repaired : index < arguments.size() ? std::string_view(arguments[index]) : "";
        at = end;
    }
    return out;
}

namespace {

/// What assembles and is no way out all the same: a comma with nothing behind it, and an access of memory by a number
/// that is no address, unless the line has it as it is.
bool is_senseless(std::string_view text, std::string_view written) {
    constexpr i32 smallest_address = 0x10000;
    const LooseLine line = read_line(text.size() <= longest_line ? text : std::string_view());
    if (isa::find_mnemonic(line.head) == nullptr || line.operands.empty()) {
        return false;
    }
    const LooseLine before = read_line(written.size() <= longest_line ? written : std::string_view());
    const auto ends_in_comma = [](const LooseLine& one) { return !one.pieces.empty() && one.pieces.back().is(","); };
    static constexpr std::string_view accesses[] = {"lw", "lh", "lhu", "lb", "lbu", "sw", "sh", "sb", "l.s", "l.d"};
    const auto reaches_number = [&](const LooseLine& one) {
        const bool is_access = std::ranges::find(accesses, to_lower(one.head)) != std::end(accesses);
        const auto number =
            is_access && one.operands.size() == 2 ? decode_mars_int(one.operands[1].text) : std::nullopt;
        return number && *number > -smallest_address && *number < smallest_address;
    };
    return (ends_in_comma(line) && !ends_in_comma(before)) || (reaches_number(line) && !reaches_number(before));
}

}  // namespace

void Proposals::rewrite(Slip slip, std::vector<std::string> arguments, std::string line) {
    edit(slip, std::move(arguments), {{m_case->place.file, m_case->place.line, std::move(line)}});
}

void Proposals::edit(Slip slip, std::vector<std::string> arguments, std::vector<LineEdit> edits, u32 told_at) {
    constexpr size_t most = 40;
    std::erase_if(edits,
                  [&](const LineEdit& edit) { return edit.text == m_case->text->files()[edit.file].line(edit.line); });
    const auto is_useless = [&](const LineEdit& edit) {
        return is_senseless(edit.text, m_case->text->files()[edit.file].line(edit.line));
    };
    if (std::ranges::any_of(edits, is_useless)) {
        return;
    }
    const auto is_same = [&](const Proposal& known) {
        return std::ranges::equal(known.edits, edits, [](const LineEdit& a, const LineEdit& b) {
            return a.file == b.file && a.line == b.line && a.text == b.text;
        });
    };
    if (!edits.empty() && m_all.size() < most && std::ranges::none_of(m_all, is_same)) {
        m_all.push_back({slip, std::move(arguments), std::move(edits), told_at});
    }
}

void Proposals::explain(Slip slip, std::vector<std::string> arguments, u32 told_at) {
    m_all.push_back({slip, std::move(arguments), {}, told_at});
}

}  // namespace mariner::tutor
