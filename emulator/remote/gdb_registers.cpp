#include "emulator/remote/gdb_registers.hpp"

#include <algorithm>
#include <array>

#include "emulator/execute/observer.hpp"
#include "emulator/support/text.hpp"

namespace mariner::remote {

namespace {

constexpr u32 first_float = 38;
constexpr u32 gdb_fcsr = 70;
constexpr u32 gdb_fir = 71;
/// The implementation register: single, double and word formats; no processor's number.
constexpr u32 fir_value = 0x00130000;

constexpr u8 no_id = 0;

/// A register that stands alone. GDB knows the first eight by these names and wants them in these features.
struct RegisterRow {
    u32 number;
    std::string_view name;
    std::string_view feature;
    u8 id;  // register_id of the session
};

constexpr auto register_rows = std::to_array<RegisterRow>({
    {33, "lo", "cpu", register_id::lo},
    {34, "hi", "cpu", register_id::hi},
    {gdb_pc, "pc", "cpu", no_id},
    {32, "status", "cp0", register_id::status},
    {35, "badvaddr", "cp0", register_id::bad_address},
    {36, "cause", "cp0", register_id::cause},
    {gdb_fcsr, "fcsr", "fpu", register_id::condition_flags},
    {gdb_fir, "fir", "fpu", no_id},
    {72, "epc", "exceptions", register_id::epc},
});

u8 id_of(u32 number) {
    if (number < 32) {
        return static_cast<u8>(number);
    }
    if (number >= first_float && number < first_float + 32) {
        return static_cast<u8>(register_id::float_base + (number - first_float));
    }
    return std::find_if(register_rows.begin(), register_rows.end(),
                        [&](const RegisterRow& row) { return row.number == number; })
        ->id;
}

/// Condition flag 0 is bit 23 of fcsr, flags 1 to 7 are bits 25 to 31.
u32 fcsr_of(u32 flags) {
    return (flags & 1U) << 23 | (flags & 0xfeU) << 24;
}
u32 flags_of(u32 fcsr) {
    return (fcsr >> 23 & 1U) | (fcsr >> 24 & 0xfeU);
}

void append_register(std::string& xml, std::string_view name, u32 number, std::string_view more) {
    xml += "<reg name=\"" + std::string(name) + "\" bitsize=\"32\" regnum=\"" + std::to_string(number) + "\"" +
           std::string(more) + "/>\n";
}

void append_rows(std::string& xml, std::string_view feature) {
    for (const RegisterRow& row : register_rows) {
        if (row.feature == feature) {
            append_register(xml, row.name, row.number, feature == "fpu" ? " group=\"float\"" : "");
        }
    }
}

void append_area(std::string& xml, const Segment& segment, u32 slack) {
    if (segment.base != segment.limit) {
        xml += "<memory type=\"ram\" start=\"" + hex32(segment.base) + "\" length=\"" +
               hex32(segment.limit - segment.base + slack) + "\"/>\n";
    }
}

}  // namespace

u32 read_gdb_register(const debugger::Session& session, u32 number) {
    if (number == gdb_pc) {
        return session.place();
    }
    if (number == gdb_fir) {
        return fir_value;
    }
    const u32 value = session.register_value(id_of(number));
    return number == gdb_fcsr ? fcsr_of(value) : value;
}

bool write_gdb_register(debugger::Session& session, u32 number, u32 value) {
    if (number == reg::zero || number == gdb_fir || read_gdb_register(session, number) == value) {
        return true;  // the session would cut the future off even if nothing changes
    }
    if (number == gdb_pc) {
        return session.set_pc(value);
    }
    return session.set_register(id_of(number), number == gdb_fcsr ? flags_of(value) : value);
}

std::string gdb_target_description() {
    std::string xml =
        "<?xml version=\"1.0\"?>\n<!DOCTYPE target SYSTEM \"gdb-target.dtd\">\n<target version=\"1.0\">\n"
        "<architecture>mips:isa32</architecture>\n<osabi>none</osabi>\n"
        "<feature name=\"org.gnu.gdb.mips.cpu\">\n";
    for (u32 i = 0; i < 32; ++i) {
        append_register(xml, "r" + std::to_string(i), i, "");
    }
    append_rows(xml, "cpu");
    xml += "</feature>\n<feature name=\"org.gnu.gdb.mips.cp0\">\n";
    append_rows(xml, "cp0");
    xml += "</feature>\n<feature name=\"org.gnu.gdb.mips.fpu\">\n";
    for (u32 i = 0; i < 32; ++i) {
        append_register(xml, "f" + std::to_string(i), first_float + i, " type=\"ieee_single\" group=\"float\"");
    }
    append_rows(xml, "fpu");
    xml += "</feature>\n<feature name=\"mariner.exceptions\">\n";
    append_rows(xml, "exceptions");
    xml += "</feature>\n</target>\n";
    return xml;
}

std::string gdb_memory_map(const MemoryMap& map, std::span<const Segment> extra) {
    std::string xml =
        "<?xml version=\"1.0\"?>\n<!DOCTYPE memory-map PUBLIC \"+//IDN gnu.org//DTD GDB Memory Map V1.0//EN\" "
        "\"http://sourceware.org/gdb/gdb-memory-map.dtd\">\n<memory-map>\n";
    for (const Segment& segment : {map.text, map.data, map.stack, map.kernel_text, map.kernel_data, map.mmio}) {
        // A word is inside if its address is: the last one may stretch behind the limit.
        append_area(xml, segment, segment.limit % 4 == 0 ? 0 : 4 - segment.limit % 4);
    }
    for (const Segment& segment : extra) {
        append_area(xml, segment, 0);
    }
    xml += "</memory-map>\n";
    return xml;
}

}  // namespace mariner::remote
