#include "emulator/tutor/proposal.hpp"

#include <algorithm>
#include <array>

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

void Proposals::rewrite(Slip slip, std::vector<std::string> arguments, std::string line) {
    edit(slip, std::move(arguments), {{m_case->place.file, m_case->place.line, std::move(line)}});
}

void Proposals::edit(Slip slip, std::vector<std::string> arguments, std::vector<LineEdit> edits, u32 told_at) {
    constexpr size_t most = 40;
    std::erase_if(edits,
                  [&](const LineEdit& edit) { return edit.text == m_case->text->files()[edit.file].line(edit.line); });
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
