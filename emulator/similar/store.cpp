#include "emulator/similar/store.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "emulator/similar/fingerprint.hpp"
#include "emulator/support/text.hpp"
#include "emulator/support/varint.hpp"
#include "emulator/support/visible.hpp"

namespace mariner::similar {

namespace {

constexpr std::string_view signature = "mariner similar store ";
constexpr std::string_view first_line = "mariner similar store 1\n";
constexpr size_t most_programs = 1'000'000;
constexpr size_t most_marks = 20'000;  // of one program
constexpr size_t longest_label = 1'000;
constexpr size_t hash_bytes = 8;

/// FNV-1a: finds what is damaged, not what is forged.
u64 checksum_of(std::string_view bytes) {
    u64 sum = 0xcbf29ce484222325;
    for (const char c : bytes) {
        sum = (sum ^ static_cast<u8>(c)) * 0x100000001b3;
    }
    return sum;
}

void append_hash(std::string& out, u64 hash) {
    for (size_t i = 0; i < hash_bytes; ++i) {
        out += static_cast<char>(hash >> (8 * i));
    }
}

/// Takes one thing after the other; once one makes no sense, nothing does.
class StoreReader {
public:
    explicit StoreReader(std::string_view bytes) : m_rest(bytes) {}

    [[nodiscard]] bool is_fine() const { return m_is_fine; }
    [[nodiscard]] bool is_at_end() const { return m_rest.empty(); }

    u64 number(u64 most) {
        u64 value = 0;
        for (u32 shift = 0; m_is_fine && shift < 64; shift += 7) {
            if (m_rest.empty()) {
                break;
            }
            const auto byte = static_cast<u8>(m_rest.front());
            m_rest.remove_prefix(1);
            value |= u64{byte & 0x7fU} << shift;
            if (byte < 0x80) {
                m_is_fine = value <= most;
                return m_is_fine ? value : 0;
            }
        }
        m_is_fine = false;
        return 0;
    }
    std::string text(size_t longest) {
        const size_t size = static_cast<size_t>(number(std::min(longest, m_rest.size())));
        std::string text(m_rest.substr(0, size));
        m_rest.remove_prefix(size);
        return text;
    }
    u64 hash() {
        m_is_fine = m_is_fine && m_rest.size() >= hash_bytes;
        u64 value = 0;
        for (size_t i = 0; m_is_fine && i < hash_bytes; ++i) {
            value |= u64{static_cast<u8>(m_rest[i])} << (8 * i);
        }
        m_rest.remove_prefix(m_is_fine ? hash_bytes : 0);
        return value;
    }

private:
    std::string_view m_rest;
    bool m_is_fine = true;
};

StoredProgram read_program_of(StoreReader& reader) {
    constexpr u64 most_steps = 1'000'000;
    StoredProgram program;
    program.label = reader.text(longest_label);
    program.steps = static_cast<u32>(reader.number(most_steps));
    const u64 count = reader.number(most_marks);
    u64 position = 0;
    for (u64 i = 0; i < count && reader.is_fine(); ++i) {
        position += reader.number(most_steps);
        program.marks.push_back({reader.hash(), static_cast<u32>(position)});
    }
    return program;
}

}  // namespace

StoredProgram stored_form(const ComparedProgram& program, std::string label, std::span<const ComparedProgram> base,
                          const CompareOptions& options) {
    label.resize(std::min(label.size(), longest_label));
    const Comparison alone = compare(std::span(&program, 1), base, options);
    StoredProgram stored{std::move(label), alone.steps[0].own, alone.marks[0]};
    return stored;
}

Result<void> add_to_store(ProgramStore& store, ProgramStore more) {
    if (store.programs.empty()) {
        store.k = more.k;
        store.w = more.w;
    }
    if (store.k != more.k || store.w != more.w) {
        return Error{"it was made with -k " + std::to_string(store.k) + " -w " + std::to_string(store.w) +
                     ", not with -k " + std::to_string(more.k) + " -w " + std::to_string(more.w)};
    }
    // The later of one label wins: equal ones keep their order, and all but the last are dropped.
    std::ranges::move(more.programs, std::back_inserter(store.programs));
    std::ranges::stable_sort(store.programs, {}, &StoredProgram::label);
    std::vector<StoredProgram> kept;
    for (StoredProgram& program : store.programs) {
        if (!kept.empty() && kept.back().label == program.label) {
            kept.back() = std::move(program);
        } else {
            kept.push_back(std::move(program));
        }
    }
    store.programs = std::move(kept);
    return store.programs.size() > most_programs
               ? Result<void>(Error{"a store holds at most " + with_thousands(most_programs) + " programs"})
               : Result<void>();
}

std::string store_bytes(const ProgramStore& store) {
    std::string bytes(first_line);
    append_varint(bytes, store.k);
    append_varint(bytes, store.w);
    append_varint(bytes, store.programs.size());
    for (const StoredProgram& program : store.programs) {
        append_varint(bytes, program.label.size());
        bytes += program.label;
        append_varint(bytes, program.steps);
        append_varint(bytes, program.marks.size());
        u32 before = 0;
        for (const KeptMark& mark : program.marks) {
            append_varint(bytes, mark.position - before);
            append_hash(bytes, mark.hash);
            before = mark.position;
        }
    }
    append_hash(bytes, checksum_of(bytes));
    return bytes;
}

Result<ProgramStore> read_store(std::string_view bytes) {
    if (!bytes.starts_with(signature)) {
        return Error{"this is no store of mariner similar"};
    }
    if (!bytes.starts_with(first_line)) {
        const std::string_view version = bytes.substr(signature.size(), bytes.find('\n') - signature.size());
        return Error{"this store is of version " + visible_line(version.substr(0, 20)) +
                     "; this mariner reads version 1"};
    }
    const size_t end = bytes.size() - std::min(hash_bytes, bytes.size());
    StoreReader sum(bytes.substr(end));
    if (end < first_line.size() || sum.hash() != checksum_of(bytes.substr(0, end))) {
        return Error{"this store is damaged: it is cut off, or bytes of it have changed"};
    }
    constexpr u64 longest_passage = 200;
    StoreReader reader(bytes.substr(first_line.size(), end - first_line.size()));
    ProgramStore store;
    store.k = static_cast<size_t>(reader.number(longest_passage));
    store.w = static_cast<size_t>(reader.number(longest_passage));
    const u64 count = reader.number(most_programs);
    while (store.programs.size() < count && reader.is_fine()) {
        store.programs.push_back(read_program_of(reader));
    }
    const auto label_grows = [](const StoredProgram& a, const StoredProgram& b) { return a.label >= b.label; };
    const bool has_order = std::ranges::adjacent_find(store.programs, label_grows) == store.programs.end();
    return reader.is_fine() && reader.is_at_end() && has_order && store.k != 0 && store.w != 0
               ? Result<ProgramStore>(std::move(store))
               : Error{"this store is damaged: what it says doesn't hold together"};
}

ComparedProgram program_from_store(const StoredProgram& stored) {
    ComparedProgram program;
    program.is_from_store = true;
    program.stored_steps = stored.steps;
    program.marks = stored.marks;
    return program;
}

}  // namespace mariner::similar
