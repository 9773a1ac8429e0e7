// MARS's Floating Point Representation: the fields of a register, and what they mean.

#include <bit>
#include <bitset>

#include "emulator/support/text.hpp"
#include "emulator/tools/tool.hpp"

namespace mariner::tools {

namespace {

template <size_t bits>
std::string binary(u32 value) {
    return std::bitset<bits>(value).to_string();
}

std::string capital_hex(u32 value) {
    std::string text = hex32(value).substr(2);
    for (char& c : text) {
        c = c >= 'a' ? static_cast<char>(c - 'a' + 'A') : c;
    }
    return text;
}

/// MARS writes 2^-127 for numbers without the hidden bit (it is -126), and 2^128 for infinity and NaN.
void describe(ToolReport& report, u32 bits, FloatFormat format) {
    const u32 exponent = (bits >> 23U) & 0xffU;
    const std::string sign = bits >> 31U != 0 ? "1" : "0";
    const std::string fraction = binary<23>(bits);
    const std::string power = std::to_string(static_cast<i32>(exponent) - 127);
    report.line("hex", "Hexadecimal", capital_hex(bits));
    report.line("sign", "Sign", sign);
    report.line("exponent", "Exponent", binary<8>(exponent));
    report.line("fraction", "Fraction", fraction);
    report.line("decimal", "Decimal", java_text(std::bit_cast<float>(bits), format));
    report.line("bias_label", "Exponent without bias", std::to_string(exponent) + " - 127");
    report.line("expansion", "ReportValue",
                "-1^" + sign + " * 2^" + power + " * " + (exponent == 0 ? "." : "1.") + fraction + " =");
    report.line(
        "significand", "",
        exponent == 0 ? "significand (denormalized - no 'hidden bit')" : "significand ('hidden bit' underlined)");
    if (exponent == 0) {
        report.note("the power is 2^-126 in truth: numbers without a hidden bit have the smallest exponent");
    } else if (exponent == 0xff) {
        report.note((bits & 0x7f'ffffU) == 0 ? "infinity has no such product"
                                             : "this is not a number: it has no value");
    }
}

class FloatRegister final : public Tool {
public:
    FloatRegister(std::string name, const ToolPlace& place)
        : m_name(std::move(name)),
          m_number(*parse_digits<u32>(std::string_view(m_name).substr(2))),
          m_cpu(place.machine.cpu),
          m_format(place.float_format) {}

    [[nodiscard]] ToolReport report() const override {
        ToolReport report("Floating-point representation (float)");
        report.line("register", "Register", m_name);
        describe(report, m_cpu.fpr[m_number], m_format);
        return report;
    }

private:
    std::string m_name;
    u32 m_number;
    const CpuState& m_cpu;
    FloatFormat m_format;
};

Result<std::unique_ptr<Tool>> make_float_register(const Settings& settings, const ToolPlace& place) {
    return std::unique_ptr<Tool>(new FloatRegister(settings.word("register"), place));
}

}  // namespace

ToolKind float_register_tool() {
    return {"float",
            "MARS's Floating Point Representation: the fields of a register at the end",
            {},
            {{"register",
              ParameterKind::choice,
              {"$f0",  "$f1",  "$f2",  "$f3",  "$f4",  "$f5",  "$f6",  "$f7",  "$f8",  "$f9",  "$f10",
               "$f11", "$f12", "$f13", "$f14", "$f15", "$f16", "$f17", "$f18", "$f19", "$f20", "$f21",
               "$f22", "$f23", "$f24", "$f25", "$f26", "$f27", "$f28", "$f29", "$f30", "$f31"},
              "",
              "which one"}},
            &make_float_register};
}

}  // namespace mariner::tools
