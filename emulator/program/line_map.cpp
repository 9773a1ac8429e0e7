#include "emulator/program/line_map.hpp"

#include "emulator/isa/encode.hpp"
#include "emulator/support/varint.hpp"

namespace mariner {

namespace {

constexpr u32 version = 1;

void write_string(std::string& out, std::string_view text) {
    append_varint(out, text.size());
    out += text;
}

/// Reads what the writers above wrote; once something doesn't fit, everything is 0 and is_good() stays false.
class MapReader {
public:
    explicit MapReader(std::string_view bytes) : m_bytes(bytes) {}

    [[nodiscard]] bool is_good() const { return m_good; }
    void fail() {
        m_good = false;
        m_bytes = {};
    }

    u64 number(u64 greatest = 0xffffffffU) {
        u64 value = 0;
        for (int shift = 0; shift < 63 && !m_bytes.empty(); shift += 7) {
            const u64 byte = static_cast<u8>(m_bytes.front());
            m_bytes.remove_prefix(1);
            value |= (byte & 0x7fU) << shift;
            if (byte < 0x80) {
                if (value > greatest) {
                    break;
                }
                return value;
            }
        }
        fail();
        return 0;
    }

    u32 small() { return static_cast<u32>(number()); }

    /// A count of things that take at least `bytes_each` more bytes, so that nobody reserves for more.
    size_t count(size_t bytes_each) {
        const u64 value = number();
        if (value > m_bytes.size() / bytes_each) {
            fail();
            return 0;
        }
        return static_cast<size_t>(value);
    }

    std::string_view string() {
        const size_t size = count(1);
        const std::string_view text = m_bytes.substr(0, size);
        m_bytes.remove_prefix(size);
        return text;
    }

private:
    std::string_view m_bytes;
    bool m_good = true;
};

/// How many UTF-16 units a text has.
u32 units_of(std::string_view text) {
    u32 count = 0;
    for (const char c : text) {
        const auto byte = static_cast<u8>(c);
        count += (byte & 0xC0) == 0x80 ? 0 : byte >= 0xF0 ? 2 : 1;
    }
    return count;
}

/// Where a statement's operator begins in its source. A column counts in the file's line, of which a macro's statements
/// keep no blanks in front.
size_t operator_offset(const Statement& statement) {
    const std::string_view source = statement.source;
    size_t at = 0;
    if (statement.chain.empty()) {
        for (u32 unit = 1; at < source.size() && unit < statement.column; ++at) {
            unit += units_of(source.substr(at, 1));
        }
        return at;
    }
    const size_t colon = source.find(':');
    at = colon < source.find_first_of("\"'#") ? colon + 1 : 0;
    return std::min(source.find_first_not_of(" \t", at), source.size());
}

/// A statement's text in one layout, whatever its own: one blank or a comma and a blank where there are any.
class PlainSource {
public:
    explicit PlainSource(const Statement& statement) : m_column(statement.column) {
        const std::string_view source = statement.source;
        const size_t operator_at = operator_offset(statement);
        for (size_t at = 0; at < source.size(); ++at) {
            if (at == operator_at && m_column != 0) {
                begin_word(' ');
                m_column = units_of(m_text) + 1;
            }
            if (m_quote == 0 && source[at] == '#') {
                begin_word(' ');
                m_text += source.substr(at);
                break;
            }
            take(source[at]);
        }
        m_text.erase(m_text.find_last_not_of(" \t") + 1);
    }

    [[nodiscard]] const std::string& text() const { return m_text; }
    [[nodiscard]] u32 column() const { return m_column; }

private:
    void take(char c) {
        if (m_quote != 0) {
            m_text += c;
            const bool ends = c == m_quote && !m_is_escaped;
            m_is_escaped = c == '\\' && !m_is_escaped;
            m_quote = ends ? '\0' : m_quote;
        } else if (c == ' ' || c == '\t' || c == ',') {
            m_gap = c == ',' || m_gap == ',' ? ',' : ' ';
        } else {
            begin_word(m_gap);
            m_text += c;
            m_quote = c == '"' || c == '\'' ? c : '\0';
        }
    }

    void begin_word(char gap) {
        if (gap != 0 && !m_text.empty() && !m_text.ends_with(' ')) {
            m_text += gap == ',' || m_gap == ',' ? ", " : " ";
        }
        m_gap = '\0';
    }

    std::string m_text;
    u32 m_column;
    char m_gap = '\0';    // in front of what comes: a blank, a comma, or nothing
    char m_quote = '\0';  // inside of which it is
    bool m_is_escaped = false;
};

void write_statements(std::string& out, const ProgramImage& image) {
    append_varint(out, image.statements.size());
    for (const Statement& statement : image.statements) {
        const PlainSource plain(statement);
        append_varint(out, statement.file);
        append_varint(out, statement.main_file);
        append_varint(out, statement.line);
        append_varint(out, plain.column());
        write_string(out, plain.text());
        append_varint(out, statement.chain.size());
        for (const u32 line : statement.chain) {
            append_varint(out, line);
        }
    }
}

void write_text_map(std::string& out, const ProgramImage& image) {
    append_varint(out, image.text.size());
    i64 previous = 0;
    for (const TextEntry& entry : image.text) {
        if (entry.statement == TextEntry::no_statement) {
            append_varint(out, 0);
            continue;
        }
        append_varint(out, 1 + (zigzag(i64{entry.statement} - previous) << 1 | (entry.first_of_statement ? 1U : 0U)));
        previous = entry.statement;
    }
}

/// True if the machine word doesn't say all that the instruction does (a branch beyond its reach, a flag above 7).
bool is_wide(const TextEntry& entry) {
    const TextEntry read = entry_of_word(entry.address, entry.word);
    const isa::Instruction& a = read.instruction;
    const isa::Instruction& b = entry.instruction;
    return !entry.undefined && (read.undefined || a.imm != b.imm || a.rd != b.rd || a.rs != b.rs || a.rt != b.rt);
}

void write_wide_operands(std::string& out, const ProgramImage& image) {
    std::string rows;
    size_t count = 0;
    for (size_t i = 0; i < image.text.size(); ++i) {
        const TextEntry& entry = image.text[i];
        if (!is_wide(entry)) {
            continue;
        }
        ++count;
        append_varint(rows, i);
        write_string(rows, isa::info(entry.instruction.op).id);
        append_varint(rows, entry.instruction.rd);
        append_varint(rows, entry.instruction.rs);
        append_varint(rows, entry.instruction.rt);
        append_varint(rows, zigzag(entry.instruction.imm));
    }
    append_varint(out, count);
    out += rows;
}

void read_files(MapReader& reader, ProgramImage& image) {
    const size_t count = reader.count(1);
    for (size_t i = 0; i < count && reader.is_good(); ++i) {
        image.files.emplace_back(reader.string());
    }
}

void read_statements(MapReader& reader, ProgramImage& image) {
    const size_t count = reader.count(6);
    for (size_t i = 0; i < count && reader.is_good(); ++i) {
        Statement statement;
        statement.file = reader.small();
        statement.main_file = reader.small();
        statement.line = reader.small();
        statement.column = reader.small();
        statement.source = reader.string();
        const size_t depth = reader.count(1);
        for (size_t k = 0; k < depth && reader.is_good(); ++k) {
            statement.chain.push_back(reader.small());
        }
        if (statement.file >= image.files.size() || statement.main_file >= image.files.size()) {
            reader.fail();
        }
        image.statements.push_back(std::move(statement));
    }
}

void read_text_map(MapReader& reader, ProgramImage& image) {
    if (reader.number() != image.text.size()) {
        reader.fail();
    }
    i64 previous = 0;
    for (TextEntry& entry : image.text) {
        const u64 code = reader.number(u64{1} << 36);
        if (code == 0) {
            continue;
        }
        const i64 statement = previous + unzigzag((code - 1) >> 1);
        if (statement < 0 || statement >= static_cast<i64>(image.statements.size())) {
            reader.fail();
            return;
        }
        entry.statement = static_cast<u32>(statement);
        entry.first_of_statement = ((code - 1) & 1U) != 0;
        previous = statement;
    }
}

const isa::InstructionInfo* find_row(std::string_view id) {
    for (const isa::InstructionInfo& row : isa::instruction_table) {
        if (row.id == id) {
            return &row;
        }
    }
    return nullptr;
}

void read_wide_operands(MapReader& reader, ProgramImage& image) {
    const size_t count = reader.count(6);
    for (size_t i = 0; i < count && reader.is_good(); ++i) {
        const u64 index = reader.number();
        const isa::InstructionInfo* row = find_row(reader.string());
        isa::Instruction instruction;
        instruction.rd = static_cast<u8>(reader.number(31));
        instruction.rs = static_cast<u8>(reader.number(31));
        instruction.rt = static_cast<u8>(reader.number(31));
        instruction.imm = static_cast<i32>(unzigzag(reader.number()));
        if (row == nullptr || index >= image.text.size()) {
            reader.fail();
            return;
        }
        instruction.op = row->op;
        TextEntry& entry = image.text[static_cast<size_t>(index)];
        // A word and its operands that say different things: somebody has edited the one and not the other.
        if (isa::encode(instruction) != entry.word) {
            reader.fail();
            return;
        }
        entry.instruction = instruction;
        entry.undefined = false;
    }
}

}  // namespace

std::string write_line_map(const ProgramImage& image) {
    std::string out;
    append_varint(out, version);
    append_varint(out, image.files.size());
    for (const std::string& file : image.files) {
        write_string(out, file);
    }
    write_statements(out, image);
    write_text_map(out, image);
    write_wide_operands(out, image);
    return out;
}

Result<void> read_line_map(std::string_view bytes, ProgramImage& image) {
    const auto kept = std::make_shared<const std::string>(bytes);
    image.texts = kept;
    MapReader reader(*kept);
    if (reader.number() != version) {
        return Error{"this ELF file was written by another version of Mariner; assemble the program again"};
    }
    read_files(reader, image);
    read_statements(reader, image);
    read_text_map(reader, image);
    read_wide_operands(reader, image);
    if (!reader.is_good()) {
        return Error{"this ELF file's map of source lines is damaged; assemble the program again"};
    }
    return {};
}

}  // namespace mariner
