#include "emulator/analysis/findings.hpp"

#include <algorithm>
#include <array>

#include "emulator/runtime/explain.hpp"
#include "emulator/support/text.hpp"
#include "emulator/support/visible.hpp"

namespace mariner {

namespace {

void add_row(std::string& text, std::string_view title, std::string_view content) {
    if (!content.empty()) {
        text += "  " + std::string(title) + std::string(13 - title.size(), ' ') + std::string(content) + "\n";
    }
}

std::string text_of(const Finding& finding, const ProgramImage& image) {
    std::string text = place_of(image, finding.pc) + ": check: " + finding.what + " (at " + hex32(finding.pc) + ")\n";
    if (const Statement* const statement = image.find_statement(finding.pc)) {
        add_row(text, "source", trim(statement->source).substr(0, 200));
        if (!statement->chain.empty()) {
            add_row(text, "in a macro", "called in line " + std::to_string(statement->chain.front()));
        }
    }
    add_row(text, "why", finding.why);
    add_row(text, "remedy", finding.remedy);
    add_row(text, "happened", finding.times > 1 ? with_thousands(finding.times) + " times" : "");
    return text;
}

bool is_among(const Findings::Told& told, const Finding& finding) {
    return std::ranges::find(told, &finding) != told.end();
}

}  // namespace

std::string_view name_of(FindingKind kind) {
    static constexpr auto names = std::to_array<std::string_view>(
        {"unwritten_register", "unwritten_memory", "saved_register", "stack_pointer",      "return_address",
         "fall_through",       "text_write",       "syscall_number", "syscall_argument",   "syscall_missing",
         "past_end",           "endless_string",   "odd_text",       "value_lost",         "address_as_value",
         "number_mixed",       "division_by_zero", "zero_register",  "assembler_register", "stack_direction",
         "size_mixed"});
    static_assert(names.size() == static_cast<size_t>(FindingKind::size_mixed) + 1);
    return names.at(static_cast<size_t>(kind));
}

bool Findings::is_new(FindingKind kind, u32 pc, u32 detail) {
    const auto found = m_index.find({kind, pc, detail});
    if (found != m_index.end()) {
        ++m_findings[found->second].times;
        return false;
    }
    if (m_findings.size() >= most) {
        return false;
    }
    m_index.emplace(std::tuple{kind, pc, detail}, m_findings.size());
    return true;
}

void Findings::add(Finding finding) {
    m_findings.push_back(std::move(finding));
}

void Findings::extend(FindingKind kind, u32 pc, const std::string& why) {
    for (Finding& finding : m_findings) {
        finding.why += finding.kind == kind && finding.pc == pc ? why : "";
    }
}

std::vector<const Finding*> Findings::at(u32 pc) const {
    std::vector<const Finding*> found;
    for (const Finding& finding : m_findings) {
        if (finding.pc == pc) {
            found.push_back(&finding);
        }
    }
    return found;
}

std::string Findings::text(const ProgramImage& image, const Told& told) const {
    std::string text;
    size_t count = 0;
    for (const Finding& finding : m_findings) {
        const bool is_told = is_among(told, finding);
        text += is_told ? "" : text_of(finding, image);
        count += is_told ? 1 : 0;
    }
    if (!m_findings.empty()) {
        const std::string above = count == m_findings.size() ? "" : std::to_string(count) + " of them ";
        text += "mariner: --check found " + count_of_places() + " to look at" +
                (count == 0 ? "" : ", " + above + "told above") +
                (m_findings.size() == most ? ", and stopped listing" : "") + "\n";
    }
    return visible_text(text);
}

std::string Findings::short_text(const ProgramImage& image, const Told& told) const {
    std::string text;
    size_t count = 0;
    for (const Finding& finding : m_findings) {
        if (!is_among(told, finding) && ++count <= most_unasked) {
            text += text_of(finding, image);
        }
    }
    if (count > most_unasked) {
        text += "mariner: there are " + count_of_places() + " to look at; mariner run --check shows all\n";
    }
    return visible_text(text);
}

std::string Findings::count_of_places() const {
    return std::to_string(m_findings.size()) + (m_findings.size() == 1 ? " place" : " places");
}

void Findings::write_json(JsonWriter& json, const ProgramImage& image) const {
    json.begin_array();
    for (const Finding& finding : m_findings) {
        json.begin_object();
        json.member("kind", name_of(finding.kind));
        json.member("message", finding.what);
        json.member("why", finding.why);
        json.member("remedy", finding.remedy);
        json.member("times", finding.times);
        json.member("address", hex32(finding.pc));
        if (const Statement* const statement = image.find_statement(finding.pc)) {
            json.member("file", image.files[statement->file]);
            json.member("line", statement->line);
            json.member("source", trim(statement->source));
        }
        json.end_object();
    }
    json.end_array();
}

}  // namespace mariner
