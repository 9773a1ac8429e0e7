#pragma once
// Results as bytes and back: what workers send through their pipes and what the journal keeps. Each struct's members
// are listed once, in fields(). Unpacking trusts nothing: a worker may have gone wrong, a journal may be torn.

#include <array>
#include <concepts>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <vector>

#include "emulator/grader/judge.hpp"
#include "emulator/grader/results.hpp"
#include "emulator/support/varint.hpp"

namespace mariner::grader {

/// How many values an enumeration has, for those that travel.
template <class Enum>
inline constexpr u8 enumerator_count = 0;
template <>
inline constexpr u8 enumerator_count<Visibility> = 4;
template <>
inline constexpr u8 enumerator_count<Verdict> = 7;
template <>
inline constexpr u8 enumerator_count<DiffKind> = 4;
template <>
inline constexpr u8 enumerator_count<Lms> = lms_names.size();

inline auto fields(DiffLine& value) {
    return std::tie(value.kind, value.text);
}
inline auto fields(CheckResult& value) {
    return std::tie(value.what, value.passed, value.message, value.expected, value.actual, value.diff);
}
inline auto fields(BoardResult& value) {
    return std::tie(value.expected, value.actual, value.moves, value.after_lines, value.differs);
}
inline auto fields(PictureResult& value) {
    return std::tie(value.columns, value.rows, value.units, value.expected);
}
inline auto fields(PlaceResult& value) {
    return std::tie(value.file, value.line, value.source);
}
inline auto fields(WrittenAnswers& value) {
    return std::tie(value.passed, value.tried, value.case_name, value.sample);
}
inline auto fields(ChangedInputs& value) {
    return std::tie(value.tried, value.right, value.sample);
}
inline auto fields(ShorterInput& value) {
    return std::tie(value.input, value.expected, value.actual);
}
inline auto fields(CaseResult& value) {
    return std::tie(value.id, value.name, value.visibility, value.verdict, value.points, value.worth, value.reason,
                    value.checks, value.ending, value.exit_status, value.steps, value.input, value.arguments,
                    value.seed, value.output, value.output_was_cut, value.explanation, value.place, value.board,
                    value.picture, value.shorter, value.changed, value.studio, value.repeat, value.repeat_with_rubric);
}
inline auto fields(DeductionResult& value) {
    return std::tie(value.name, value.points, value.reason, value.place, value.advice);
}
inline auto fields(GroupResult& value) {
    return std::tie(value.name, value.points, value.worth, value.is_bonus, value.rule);
}
inline auto fields(SubmittedFile& value) {
    return std::tie(value.name, value.bytes);
}
inline auto fields(SubmissionResult& value) {
    return std::tie(value.id, value.identity, value.student, value.lms_id, value.member_ids, value.handed_in,
                    value.late, value.submitted, value.attempt, value.attempts, value.files, value.notes,
                    value.content_hash, value.assembled, value.diagnostics, value.cases, value.deductions, value.groups,
                    value.findings, value.written_answers, value.judged, value.points);
}
inline auto fields(CaseInfo& value) {
    return std::tie(value.id, value.name, value.worth, value.visibility, value.is_bonus, value.fingerprint);
}
inline auto fields(GradingInfo& value) {
    return std::tie(value.title, value.rubric_name, value.rubric_hash, value.studio, value.program_version, value.lms,
                    value.cases, value.worth, value.has_later_rules);
}
inline auto fields(AssembledSubmission& value) {
    return std::tie(value.assembled, value.missing, value.diagnostics, value.deductions);
}
inline auto fields(JudgedCase& value) {
    return std::tie(value.result, value.findings);
}
inline auto fields(Roster& value) {
    return std::tie(value.shard, value.shards, value.identities);
}

class Packer {
public:
    [[nodiscard]] std::string take() { return std::move(m_bytes); }

    void put_number(u64 number) { append_varint(m_bytes, number); }
    template <class Value>
    void put(Value& value) {
        if constexpr (std::is_enum_v<Value>) {
            put_number(static_cast<u8>(value));
        } else if constexpr (std::integral<Value>) {
            put_number(static_cast<u64>(value));
        } else {
            std::apply([this](auto&... members) { (this->put(members), ...); }, fields(value));
        }
    }
    void put_text(std::string_view text) {
        put_number(text.size());
        m_bytes += text;
    }
    void put(std::string& text) { put_text(text); }
    template <class Value>
    void put(std::vector<Value>& values) {
        put_number(values.size());
        for (Value& value : values) {
            put(value);
        }
    }
    template <class Value, size_t Size>
    void put(std::array<Value, Size>& values) {
        for (Value& value : values) {
            put(value);
        }
    }
    void put(std::map<std::string, std::string>& texts) {
        put_number(texts.size());
        for (const auto& [name, text] : texts) {
            put_text(name);
            put_text(text);
        }
    }
    template <class Value>
    void put(std::optional<Value>& value) {
        put_number(value ? 1 : 0);
        if (value) {
            put(*value);
        }
    }

private:
    std::string m_bytes;
};

class Unpacker {
public:
    explicit Unpacker(std::string_view bytes) : m_rest(bytes) {}

    /// All bytes were used, and all of them made sense.
    [[nodiscard]] bool is_complete() const { return m_is_fine && m_rest.empty(); }

    u64 take_number() {
        u64 number = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            if (m_rest.empty()) {
                break;
            }
            const auto byte = static_cast<u8>(m_rest.front());
            m_rest.remove_prefix(1);
            number |= static_cast<u64>(byte & 0x7fU) << shift;
            if (byte < 0x80) {
                return number;
            }
        }
        m_is_fine = false;
        return 0;
    }
    /// A number of things that each take a byte at least.
    size_t take_count() {
        const u64 count = take_number();
        m_is_fine = m_is_fine && count <= m_rest.size();
        return m_is_fine ? static_cast<size_t>(count) : 0;
    }
    template <class Value>
    void take(Value& value) {
        if constexpr (std::is_enum_v<Value>) {
            static_assert(enumerator_count<Value> > 0);
            const u64 number = take_number();
            m_is_fine = m_is_fine && number < enumerator_count<Value>;
            value = static_cast<Value>(m_is_fine ? number : 0);
        } else if constexpr (std::same_as<Value, bool>) {
            value = take_number() != 0;
        } else if constexpr (std::integral<Value>) {
            value = static_cast<Value>(take_number());
        } else {
            std::apply([this](auto&... members) { (this->take(members), ...); }, fields(value));
        }
    }
    void take(std::string& text) {
        const size_t size = take_count();
        text.assign(m_rest.substr(0, size));
        m_rest.remove_prefix(size);
    }
    template <class Value>
    void take(std::vector<Value>& values) {
        const size_t count = take_count();
        values.clear();
        for (size_t i = 0; i < count && m_is_fine; ++i) {
            take(values.emplace_back());
        }
    }
    template <class Value, size_t Size>
    void take(std::array<Value, Size>& values) {
        for (Value& value : values) {
            take(value);
        }
    }
    void take(std::map<std::string, std::string>& texts) {
        const size_t count = take_count();
        texts.clear();
        for (size_t i = 0; i < count && m_is_fine; ++i) {
            std::string name;
            take(name);
            take(texts[name]);
        }
    }
    template <class Value>
    void take(std::optional<Value>& value) {
        value.reset();
        if (take_number() != 0 && m_is_fine) {
            take(value.emplace());
        }
    }

private:
    std::string_view m_rest;
    bool m_is_fine = true;
};

template <class Value>
std::string pack(const Value& value) {
    Packer packer;
    packer.put(const_cast<Value&>(value));  // packing only reads
    return packer.take();
}

template <class Value>
std::optional<Value> unpack(std::string_view bytes) {
    Value value;
    Unpacker unpacker(bytes);
    unpacker.take(value);
    return unpacker.is_complete() ? std::optional(std::move(value)) : std::nullopt;
}

}  // namespace mariner::grader
