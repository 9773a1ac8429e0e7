#include "emulator/tutor/tutor.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <tuple>
#include <unordered_set>

#include "emulator/support/text.hpp"
#include "emulator/tutor/proposal.hpp"
#include "emulator/tutor/telling.hpp"
#include "emulator/tutor/trial.hpp"

namespace mariner {

namespace tutor {

namespace {

/// More messages than a reader takes in at once.
constexpr size_t most_shown = 20;
constexpr size_t most_doubts = 10;
/// A program that is larger was made by a program; its messages stay as they are.
constexpr u64 most_lines = 50'000;
/// Looking for doubts takes longer than assembling: that is done for what a student writes.
constexpr u64 most_doubted_lines = 10'000;
/// Ways out told for one fault, and trials for those after the first.
constexpr size_t most_ways = 3;
constexpr int most_further_trials = 6;
constexpr int most_trials = 100;
constexpr int most_last_trials = 12;
/// A line may hold slips that hide each other: so many are undone one after the other.
constexpr int deepest = 3;
constexpr size_t most_halfway = 6;

using Maker = void (*)(const WrongLine&, Proposals&);

constexpr std::array makers = {&propose_macro_uses, &propose_characters, &propose_copies,    &propose_comments,
                               &propose_labels,     &propose_macros,     &propose_constants, &propose_expressions,
                               &propose_tongues,    &propose_words,      &propose_strings,   &propose_operands,
                               &propose_data,       &propose_symbols};
/// What is tried once none of these has helped, alone or two together.
constexpr std::array last_makers = {&propose_last_words, &propose_last_operands, &propose_definitions,
                                    &propose_explanations};

bool is_consequence_of_others(const Diagnostic& one) {
    return one.message == Message::undefined_symbol || one.message == Message::global_not_defined;
}

/// Where instructions run to is known once all of them can be read.
bool depends_on_all(Slip slip) {
    return slip == Slip::no_exit || slip == Slip::runs_off_end || slip == Slip::runs_into;
}

/// What is doubtful, and a reason for errors in other lines.
bool explains_errors(Slip slip) {
    return slip == Slip::code_in_data || slip == Slip::dot_missing || slip == Slip::colon_too_many ||
           slip == Slip::string_over_lines;
}

bool explains_others(const Diagnostic& one) {
    const std::string line = to_lower(trim(one.text).substr(0, 8));
    return line.starts_with("section") || line.starts_with("segment") || line == "text" || line == "data" ||
           one.message == Message::directive_ignored || one.message == Message::nested_macro ||
           one.message == Message::macro_not_ended || one.message == Message::text_after_end_macro;
}

/// A warning that errors may follow from.
bool may_stop(const Diagnostic& one) {
    const bool is_about_segment = one.slip == info(Slip::code_in_data).id || one.slip == info(Slip::dot_missing).id;
    return !one.repairs.empty() && (one.message == Message::directive_ignored || is_about_segment);
}

}  // namespace

/// A way out that was tried, and the program with it.
struct WayOut {
    Proposal proposal;
    Trial after;
    TrialOutcome outcome = TrialOutcome::repaired;
};

struct Shown {
    Diagnostic message;
    std::string unrepaired;
};

class Tutor {
public:
    Tutor(std::span<const std::string> files, SourceProvider& sources, const AssemblerOptions& options)
        : m_trials(files, sources, options) {}

    void read() { m_now = m_trials.assemble({}); }
    /// The texts of a program in which nothing is wrong, without assembling it.
    void read_only(const Diagnostics& diagnostics) { m_now.text = m_trials.read(diagnostics); }
    [[nodiscard]] const ProgramText& text() const { return m_now.text; }

    void teach(Diagnostics& diagnostics);

private:
    /// File and line of all that the repairs change.
    [[nodiscard]] std::set<std::pair<u32, u32>> repaired_lines() const;
    void teach_doubts(Diagnostics& diagnostics, bool explaining);
    void teach_faults(Diagnostics& diagnostics, bool explaining);
    void teach_fault(const Fault& fault, Diagnostics& diagnostics);
    std::vector<WayOut> ways_out(const Trial& from, const Fault& fault, int depth);
    bool try_proposals(const Trial& from, const Fault& fault, std::vector<Proposal>& proposals,
                       std::vector<WayOut>& found, std::vector<WayOut>& halfway);
    static std::vector<WayOut> first_of_two(std::vector<WayOut>& halfway, const Fault& fault);
    std::vector<WayOut> go_on_from(std::vector<WayOut>& halfway, const Fault& fault, int depth);
    [[nodiscard]] WrongLine case_of(const Trial& from, const Survey& survey, const Fault& fault) const;
    [[nodiscard]] Diagnostic message_of(const Fault& fault, Diagnostics& diagnostics) const;
    /// `key` is that of a fault without a repair.
    void show(Diagnostic message, std::string key = {}) { m_shown.push_back({std::move(message), std::move(key)}); }
    void go_on_with(WayOut way);
    /// Whether an .end_macro has its beginning in a comment.
    [[nodiscard]] bool has_macro_in_comment(const Fault& fault) const {
        return fault.diagnostic.message == Message::end_macro_without_macro && fault.origin > 0 &&
               macro_in_comment(m_now.text.files()[fault.place.file], fault.place.line) != 0;
    }

    Trials m_trials;
    Trial m_now;
    std::optional<Survey> m_survey;
    std::optional<Proposal> m_explanation;
    std::vector<Shown> m_shown;
    std::unordered_set<std::string> m_told;
    std::set<std::pair<u32, u32>> m_given_up;  // lines in which one fault is told, and no repair of it is known
    int m_left_for_fault = 0;                  // trials
};

void Tutor::teach(Diagnostics& diagnostics) {
    m_survey.emplace(m_trials.survey(m_now.text));
    teach_faults(diagnostics, true);
    teach_doubts(diagnostics, true);
    teach_faults(diagnostics, false);
    teach_doubts(diagnostics, false);
    const std::set<std::pair<u32, u32>> repaired = repaired_lines();
    for (const Diagnostic& reported : diagnostics.all()) {
        const bool is_told =
            info(reported.message).severity == Severity::error || reported.message == Message::directive_ignored;
        const bool is_repaired = repaired.contains({reported.file, reported.line});
        if (!is_told && !is_repaired && reported.audience != Audience::mars_only) {
            show(reported);
        }
    }
    std::ranges::stable_sort(m_shown, {}, [](const Shown& shown) {
        const Diagnostic& one = shown.message;
        return std::tuple(one.message == Message::error_limit, is_consequence_of_others(one), one.file, one.line);
    });
    const bool tells_error =
        std::ranges::any_of(m_shown, [](const Shown& shown) { return severity_of(shown.message) == Severity::error; });
    std::vector<Diagnostic> messages;
    for (Shown& shown : m_shown) {
        // Where all errors follow from such a line, it is what stops the program.
        shown.message.stops = diagnostics.has_errors() && !tells_error && may_stop(shown.message);
        messages.push_back(std::move(shown.message));
    }
    diagnostics.show_people(std::move(messages));
}

std::set<std::pair<u32, u32>> Tutor::repaired_lines() const {
    std::set<std::pair<u32, u32>> lines;
    for (const Shown& shown : m_shown) {
        for (const Repair& repair : shown.message.repairs) {
            for (const Edit& edit : repair.edits) {
                lines.insert({edit.file, edit.line});
            }
        }
    }
    return lines;
}

/// Code among data explains errors elsewhere, and its repair takes them along; the other doubts come after the errors.
void Tutor::teach_doubts(Diagnostics& diagnostics, bool explaining) {
    if (m_now.text.line_count() > most_doubted_lines) {
        return;
    }
    size_t told = 0;
    for (Doubt& doubt : find_doubts(m_now.text, *m_survey)) {
        // With an error elsewhere the end may not be what it will be.
        const bool is_early =
            depends_on_all(doubt.proposal.slip) && std::ranges::any_of(m_shown, [](const Shown& shown) {
                return info(shown.message.message).severity == Severity::error;
            });
        if (explains_errors(doubt.proposal.slip) != explaining || is_early || ++told > most_doubts) {
            continue;
        }
        Fault fault;
        fault.place = doubt.place;
        const SourceText& file = m_now.text.files()[doubt.place.file];
        fault.origin = file.origin(doubt.place.line);
        const bool has_errors_there = std::ranges::any_of(m_shown, [&](const Shown& shown) {
            const Diagnostic& one = shown.message;
            return one.line == fault.origin && diagnostics.files()[one.file].name == file.name();
        });
        if (!file.is_untouched(doubt.place.line) || has_errors_there) {
            continue;
        }
        fault.diagnostic.message = Message::doubt;
        fault.diagnostic.line = doubt.place.line;
        fault.diagnostic.text = file.line(doubt.place.line);
        const Edit mark = shortest_edit(0, 1, std::string_view(fault.diagnostic.text).substr(0, doubt.offset), "");
        fault.diagnostic.column = doubt.length > 0 ? mark.length + 1 : 0;
        fault.diagnostic.length = doubt.length;
        Diagnostic message = message_of(fault, diagnostics);
        put_words(message, doubt.proposal, m_now.text);
        if (!doubt.proposal.edits.empty() && m_trials.may_go_on()) {
            WayOut way{doubt.proposal, m_trials.assemble(m_now.text.with(doubt.proposal.edits)),
                       TrialOutcome::repaired};
            if (Trials::compare(m_now, fault, way.after) == TrialOutcome::repaired) {
                message.repairs.push_back(repair_of(way.proposal, m_now.text, diagnostics));
                if (explaining) {
                    go_on_with(std::move(way));
                    show(std::move(message));
                    teach_doubts(diagnostics, true);
                    return;
                }
            }
        }
        show(std::move(message));
    }
}

/// First what may explain other errors: a segment or a macro's end that isn't there.
void Tutor::teach_faults(Diagnostics& diagnostics, bool explaining) {
    size_t told = explaining ? 0 : m_told.size();
    while (true) {
        const auto next = std::ranges::find_if(m_now.faults, [&](const Fault& fault) {
            return (!explaining || explains_others(fault.diagnostic) || has_macro_in_comment(fault)) &&
                   !m_told.contains(fault.key) && !m_given_up.contains({fault.place.file, fault.origin});
        });
        if (next == m_now.faults.end()) {
            break;
        }
        if (++told > most_shown) {
            Diagnostic rest;
            rest.message = Message::error_limit;
            rest.arguments = {std::to_string(most_shown)};
            show(std::move(rest));
            break;
        }
        m_told.insert(next->key);
        teach_fault(Fault(*next), diagnostics);
    }
}

void Tutor::teach_fault(const Fault& fault, Diagnostics& diagnostics) {
    m_explanation.reset();
    std::vector<WayOut> ways;
    if (fault.origin > 0 && !m_now.is_too_large) {
        m_left_for_fault = most_trials;
        ways = ways_out(m_now, fault, 1);
    }
    Diagnostic message = message_of(fault, diagnostics);
    if (!ways.empty()) {
        put_words(message, ways[0].proposal, m_now.text);
        for (const WayOut& way : ways) {
            message.repairs.push_back(repair_of(way.proposal, m_now.text, diagnostics));
        }
        mark_change(message, ways[0].proposal, m_now.text);
        move_to_use(message, ways[0].proposal, fault, m_now.text);
    } else if (m_explanation) {
        put_words(message, *m_explanation, m_now.text);
        move_to_use(message, *m_explanation, fault, m_now.text);
    }
    show(std::move(message), ways.empty() ? fault.key : "");
    if (ways.empty() && fault.origin > 0) {
        m_given_up.insert({fault.place.file, fault.origin});
    }
    if (!ways.empty()) {
        go_on_with(std::move(ways[0]));
    }
}

std::vector<WayOut> Tutor::ways_out(const Trial& from, const Fault& fault, int depth) {
    std::optional<Survey> survey;
    if (depth > 1) {
        survey.emplace(m_trials.survey(from.text));
    }
    const WrongLine about = case_of(from, survey ? *survey : *m_survey, fault);
    std::vector<WayOut> found;
    std::vector<WayOut> halfway;
    if (is_other_statement(about)) {
        Proposals words(about);
        propose_explanations(about, words);
        try_proposals(from, fault, words.all(), found, halfway);
        return found;
    }
    const auto try_makers = [&](std::span<const Maker> some) {
        return std::ranges::any_of(some, [&](Maker maker) {
            Proposals proposals(about);
            maker(about, proposals);
            return try_proposals(from, fault, proposals.all(), found, halfway);
        });
    };
    if (!try_makers(makers) && depth < deepest) {
        // What is said of a line that was changed already is no word about the line as it is.
        const std::optional<Proposal> said = m_explanation;
        found = go_on_from(halfway, fault, depth);
        m_explanation = said;
    }
    if (found.empty() && depth == 1) {
        m_left_for_fault += most_last_trials;
        try_makers(last_makers);
    }
    if (found.empty() && depth == 1) {
        found = first_of_two(halfway, fault);
    }
    return found;
}

/// True if one of them is a way out; those that only leave another fault in the same line are put aside.
bool Tutor::try_proposals(const Trial& from, const Fault& fault, std::vector<Proposal>& proposals,
                          std::vector<WayOut>& found, std::vector<WayOut>& halfway) {
    int further = 0;
    for (Proposal& proposal : proposals) {
        if (proposal.edits.empty()) {
            m_explanation = m_explanation ? m_explanation : proposal;
            continue;
        }
        // One that is certain needs no other beside it, and a sketch is none where there is something better.
        const bool is_settled = !found.empty() && info(found[0].proposal.slip).trust != Trust::likely;
        further += found.empty() ? 0 : 1;
        const bool may_try = m_left_for_fault > 0 && m_trials.may_go_on();
        if (is_settled || found.size() == most_ways || further > most_further_trials || !may_try) {
            break;
        }
        const bool is_far =
            info(proposal.slip).trust == Trust::sketch ||
            (proposal.slip == Slip::other_instruction && !found.empty() && found[0].proposal.slip != proposal.slip);
        if (!found.empty() && is_far) {
            continue;
        }
        --m_left_for_fault;
        WayOut way{proposal, m_trials.assemble(from.text.with(proposal.edits)), TrialOutcome::repaired};
        const TrialOutcome outcome = Trials::compare(from, fault, way.after);
        if (outcome == TrialOutcome::repaired) {
            found.push_back(std::move(way));
        } else if (outcome != TrialOutcome::no_better && halfway.size() < most_halfway &&
                   way.after.text.line_count() == from.text.line_count()) {
            const auto place = outcome == TrialOutcome::another_in_line
                                   ? std::ranges::find(halfway, TrialOutcome::still_there, &WayOut::outcome)
                                   : halfway.end();
            way.outcome = outcome;
            halfway.insert(place, std::move(way));
        }
    }
    return !found.empty();
}

std::vector<WayOut> Tutor::go_on_from(std::vector<WayOut>& halfway, const Fault& fault, int depth) {
    for (WayOut& half : halfway) {
        const auto next = std::ranges::find_if(half.after.faults, [&](const Fault& other) {
            return other.origin == fault.origin && other.place.file == fault.place.file;
        });
        std::vector<WayOut> ways = ways_out(half.after, Fault(*next), depth + 1);
        if (ways.empty()) {
            continue;
        }
        // What was done first, and what came then: of a line that both changed, the later text.
        for (WayOut& way : ways) {
            const bool tells_more = way.proposal.slip == Slip::tongue || way.proposal.slip == Slip::comparison ||
                                    way.proposal.slip == Slip::comparison_of_result;
            if (!tells_more) {
                way.proposal.slip = half.proposal.slip;
                way.proposal.arguments = half.proposal.arguments;
            }
            for (const LineEdit& edit : half.proposal.edits) {
                const bool is_changed_again = std::ranges::any_of(way.proposal.edits, [&](const LineEdit& later) {
                    return later.file == edit.file && later.line == edit.line;
                });
                if (!is_changed_again) {
                    way.proposal.edits.push_back(edit);
                }
            }
            const auto is_here = [&](const LineEdit& edit) {
                return edit.file == fault.place.file && edit.line == fault.place.line;
            };
            if (!tells_more) {
                std::stable_partition(way.proposal.edits.begin(), way.proposal.edits.end(), is_here);
            }
        }
        return ways;
    }
    return {};
}

/// `lw $t0, x($t1` where nothing defines `x`: the name is a message of its own, once the line can be read.
std::vector<WayOut> Tutor::first_of_two(std::vector<WayOut>& halfway, const Fault& fault) {
    for (WayOut& half : halfway) {
        const bool leaves_name_only = std::ranges::all_of(half.after.faults, [&](const Fault& other) {
            const bool is_here = other.origin == fault.origin && other.place.file == fault.place.file;
            return !is_here || other.diagnostic.message == Message::undefined_symbol;
        });
        if (half.outcome == TrialOutcome::another_in_line && leaves_name_only &&
            info(half.proposal.slip).trust == Trust::certain) {
            return {std::move(half)};
        }
    }
    return {};
}

WrongLine Tutor::case_of(const Trial& from, const Survey& survey, const Fault& fault) const {
    WrongLine about;
    about.text = &from.text;
    about.survey = &survey;
    about.fault = &fault.diagnostic;
    about.place = fault.place;
    const std::string_view line = from.text.files()[fault.place.file].line(fault.place.line);
    about.line = read_line(line.size() <= longest_line ? line : std::string_view());
    return about;
}

/// The fault as the reader of the file as it is should see it.
Diagnostic Tutor::message_of(const Fault& fault, Diagnostics& diagnostics) const {
    Diagnostic message = fault.diagnostic;
    if (fault.origin == 0) {
        return message;
    }
    const SourceText& file = m_now.text.files()[fault.place.file];
    const auto known = std::ranges::find(diagnostics.files(), file.name(), &DiagnosticFile::name);
    message.file = static_cast<u32>(known - diagnostics.files().begin());
    if (known == diagnostics.files().end()) {
        message.file = diagnostics.add_file({file.name(), file.name()});
    }
    message.line = fault.origin;
    if (!file.is_untouched(fault.place.line)) {
        message.column = message.length = 0;
    }
    // A guess that wasn't tried, or that was and didn't help.
    if (message.hint.find("did you mean") != std::string::npos) {
        message.hint.clear();
    }
    return message;
}

/// The rest of the program is read as it was meant. What no repair was found for, and is gone now, was a consequence.
void Tutor::go_on_with(WayOut way) {
    m_now = std::move(way.after);
    std::erase_if(m_shown, [&](const Shown& shown) {
        return !shown.unrepaired.empty() &&
               std::ranges::find(m_now.faults, shown.unrepaired, &Fault::key) == m_now.faults.end();
    });
    m_survey.emplace(m_trials.survey(m_now.text));
}

}  // namespace tutor

void teach(Diagnostics& diagnostics, std::span<const std::string> files, SourceProvider& sources,
           const AssemblerOptions& options) {
    tutor::Tutor tutor(files, sources, options);
    const bool is_right = std::ranges::none_of(diagnostics.all(), [](const Diagnostic& one) {
        return info(one.message).severity == Severity::error || one.message == Message::directive_ignored;
    });
    if (is_right) {
        tutor.read_only(diagnostics);
    } else {
        tutor.read();
    }
    if (tutor.text().line_count() <= (is_right ? tutor::most_doubted_lines : tutor::most_lines)) {
        tutor.teach(diagnostics);
    }
}

}  // namespace mariner
