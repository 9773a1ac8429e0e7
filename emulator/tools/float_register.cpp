// MARS's Floating Point Representation: the fields of a register, and what they mean.

#include "emulator/support/text.hpp"
#include "emulator/tools/float_value.hpp"
#include "emulator/tools/tool.hpp"

namespace mariner::tools {

namespace {

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
        describe_float(report, m_cpu.fpr[m_number], m_format);
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
