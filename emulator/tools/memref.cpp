// MARS's Memory Reference Visualization: how often each word was touched, as a picture.

#include <algorithm>

#include "emulator/isa/disassemble.hpp"
#include "emulator/tools/data_names.hpp"
#include "emulator/tools/source_heat.hpp"
#include "emulator/tools/split_accesses.hpp"
#include "emulator/tools/tool.hpp"

namespace mariner::tools {

namespace {

struct PictureShape {
    u32 base;
    u32 words;
    u32 rows;
    u32 columns;
    u32 unit_width;
    u32 unit_height;
};

/// Colours by how often: black, blue, green, yellow, orange, red.
constexpr char letter_of(u64 count) {
    constexpr std::string_view few = "kbgyyooooo";
    return count < few.size() ? few[static_cast<size_t>(count)] : 'r';
}

constexpr u32 colour_of(u64 count) {
    switch (letter_of(count)) {
        case 'k':
            return 0x000000;
        case 'b':
            return 0x0000ff;
        case 'g':
            return 0x00ff00;
        case 'y':
            return 0xffff00;
        case 'o':
            return 0xffc800;
        default:
            return 0xff0000;
    }
}

class References final : public Tool {
public:
    References(const PictureShape& shape, std::string png, const Machine& machine)
        : m_shape(shape),
          m_png(std::move(png)),
          m_machine(machine),
          m_exceptions_before(machine.exceptions()),
          m_names(machine),
          m_splits(machine),
          m_counts(size_t{shape.rows} * shape.columns) {}

    void fetched(const Fetch& fetch) override {
        if (u64* const counted = count_of(fetch.address)) {
            ++*counted;
        }
    }
    void accessed(const DataAccess& access) override {
        const bool is_only_part = m_splits.is_only_part(access);
        if (u64* const counted = count_of(access.address)) {
            ++*counted;
            m_parts += is_only_part ? 1 : 0;
        }
    }

    [[nodiscard]] ToolReport report() const override {
        References counted = *this;
        counted.add_looks_for_handler();
        return counted.report_of_counted();
    }

private:
    /// At each exception MARS reads the handler's first word to see whether there is one, before it fetches it.
    void add_looks_for_handler() {
        if (u64* const counted = count_of(m_machine.map().exception_handler)) {
            m_looks = m_machine.exceptions() - m_exceptions_before;
            *counted += m_looks;
        }
    }

    [[nodiscard]] ToolReport report_of_counted() const {
        ToolReport report("Memory references (memref)");
        u64 references = 0;
        ReportValue::List counts;
        std::vector<std::string> picture(m_shape.rows);
        for (u32 row = 0; row < m_shape.rows; ++row) {
            for (u32 column = 0; column < m_shape.columns; ++column) {
                const u64 count = m_counts[row * m_shape.columns + column];
                references += count;
                picture[row] += letter_of(count);
                if (count != 0) {
                    counts.push_back(ReportValue::List{row, column, count});
                }
            }
        }
        report.line("base", "Base address", "0x" + isa::hex_digits(m_shape.base));
        report.line("words", "Words per unit", m_shape.words);
        report.line("rows", "Rows", m_shape.rows);
        report.line("columns", "Columns", m_shape.columns);
        report.line("references", "References", references);
        report.hidden("counts", std::move(counts));
        report.grid("picture", "Units by count (k 0, b 1, g 2, y 3-4, o 5-9, r 10 and more)",
                    {"k 0", "b 1", "g 2", "y 3-4", "o 5-9", "r 10 and more"},
                    ReportValue::List(picture.begin(), picture.end()));
        report.table("labels", "By label", {"Label", "References", ""}, labels());
        report.png(m_png, coloured());
        note_faults(report, references);
        return report;
    }

    void note_faults(ToolReport& report, u64 references) const {
        const std::string truth = std::to_string(references - m_parts - m_looks) + " references";
        if (m_looks != 0) {
            report.note("MARS reads the handler once more at each exception" +
                        std::string(m_parts != 0 ? ", and accesses in parts" : "") + "; in truth " + truth);
        } else if (m_parts != 0) {
            report.note(split_words + truth);
        }
    }

    /// Null outside the picture.
    u64* count_of(u32 address) {
        const size_t unit = (address - m_shape.base) / 4 / m_shape.words;
        return address >= m_shape.base && unit < m_counts.size() ? &m_counts[unit] : nullptr;
    }

    /// The labels that were touched, hottest first.
    [[nodiscard]] ReportValue::List labels() const {
        std::vector<u64> sums(m_names.size());
        for (size_t i = 0; i < m_counts.size(); ++i) {
            sums[m_names.find(m_shape.base + static_cast<u32>(i) * 4 * m_shape.words)] += m_counts[i];
        }
        const std::vector<size_t> order = heaviest(sums);
        ReportValue::List rows;
        for (const size_t i : order) {
            rows.push_back(ReportValue::List{m_names[i], sums[i], heat_bar(sums[i], sums[order.front()])});
        }
        return rows;
    }

    /// As MARS's window shows it.
    [[nodiscard]] ToolPicture coloured() const {
        ToolPicture picture{m_shape.columns * m_shape.unit_width, m_shape.rows * m_shape.unit_height};
        if (m_png.empty()) {
            return picture;
        }
        for (u32 y = 0; y < picture.height; ++y) {
            for (u32 x = 0; x < picture.width; ++x) {
                const size_t unit = size_t{y / m_shape.unit_height} * m_shape.columns + x / m_shape.unit_width;
                picture.pixels.push_back(colour_of(m_counts[unit]));
            }
        }
        return picture;
    }

    PictureShape m_shape;
    std::string m_png;
    const Machine& m_machine;
    u64 m_exceptions_before;
    DataNames m_names;
    SplitAccesses m_splits;
    u64 m_parts = 0;  // counted, but no references of their own
    u64 m_looks = 0;  // for a handler
    std::vector<u64> m_counts;
};

u32 base_of(const std::string& word, const MemoryMap& map) {
    return word == "text"     ? map.text.base
           : word == "global" ? map.extern_base
           : word == "gp"     ? map.global_pointer
           : word == "heap"   ? map.heap_base
           : word == "mmio"   ? map.mmio.base
                              : map.data_base;
}

Result<std::unique_ptr<Tool>> make_memref(const Settings& settings, const ToolPlace& place) {
    const auto [unit_width, unit_height] = settings.sides("unit");
    const auto [width, height] = settings.sides("size");
    const PictureShape shape{base_of(settings.word("base"), place.machine.map()),
                             settings.number("words"),
                             height / unit_height,
                             width / unit_width,
                             unit_width,
                             unit_height};
    return std::unique_ptr<Tool>(new References(shape, settings.word("png"), place.machine));
}

}  // namespace

ToolKind memref_tool() {
    return {"memref",
            "MARS's Memory Reference Visualization: how often each word was touched",
            {FetchInterest::all, true},
            {{"words", ParameterKind::choice, powers_to_2048(), "1", "words in a unit"},
             {"unit", ParameterKind::sides, {"1", "2", "4", "8", "16", "32"}, "16x16", "pixels of a unit"},
             {"size", ParameterKind::sides, {"64", "128", "256", "512", "1024"}, "256x256", "pixels of the picture"},
             {"base",
              ParameterKind::choice,
              {"text", "global", "gp", "static", "heap", "mmio"},
              "static",
              "where it begins"},
             file_parameter("png")},
            &make_memref};
}

}  // namespace mariner::tools
