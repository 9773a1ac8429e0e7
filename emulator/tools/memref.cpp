// MARS's Memory Reference Visualization: how often each word was touched, as a picture.

#include <array>

#include "emulator/isa/disassemble.hpp"
#include "emulator/tools/tool.hpp"

namespace mariner::tools {

namespace {

struct PictureShape {
    u32 base;
    u32 words;
    u32 rows;
    u32 columns;
};

/// Colours by how often: black, blue, green, yellow, orange, red.
constexpr char letter_of(u64 count) {
    constexpr std::string_view few = "kbgyyooooo";
    return count < few.size() ? few[static_cast<size_t>(count)] : 'r';
}

class References final : public Tool {
public:
    References(const PictureShape& shape) : m_shape(shape), m_counts(size_t{shape.rows} * shape.columns) {}

    void fetched(const Fetch& fetch) override { count(fetch.address); }
    void accessed(const DataAccess& access) override { count(access.address); }

    [[nodiscard]] ToolReport report() const override {
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
        report.lines("picture", "Units by count (k 0, b 1, g 2, y 3-4, o 5-9, r 10 and more)", picture);
        return report;
    }

private:
    void count(u32 address) {
        const size_t unit = (address - m_shape.base) / 4 / m_shape.words;
        if (address >= m_shape.base && unit < m_counts.size()) {
            ++m_counts[unit];
        }
    }

    PictureShape m_shape;
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
    return std::unique_ptr<Tool>(new References({base_of(settings.word("base"), place.machine.map()),
                                                 settings.number("words"), height / unit_height, width / unit_width}));
}

}  // namespace

ToolKind memref_tool() {
    return {"memref",
            "MARS's Memory Reference Visualization: how often each word was touched",
            {.fetches = true, .data = true},
            {{"words", ParameterKind::choice, powers_to_2048(), "1", "words in a unit"},
             {"unit", ParameterKind::sides, {"1", "2", "4", "8", "16", "32"}, "16x16", "pixels of a unit"},
             {"size", ParameterKind::sides, {"64", "128", "256", "512", "1024"}, "256x256", "pixels of the picture"},
             {"base",
              ParameterKind::choice,
              {"text", "global", "gp", "static", "heap", "mmio"},
              "static",
              "where it begins"}},
            &make_memref};
}

}  // namespace mariner::tools
