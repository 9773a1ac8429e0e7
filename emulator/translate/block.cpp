#include "emulator/translate/block.hpp"

#include <cstdio>
#include <utility>

#include "emulator/isa/registers.hpp"
#include "emulator/machine/cpu_state.hpp"

namespace mariner::translate {

namespace {

constexpr auto rows = [] {
    using enum ValueType;
    using meaning::operator|;
    return std::to_array<meaning::MicroInfo>({
#define MICRO(code, result, a, b, c, own_types, text) {#code, result, {a, b, c}, own_types},
#include "emulator/meaning/micro.inc"
#include "emulator/translate/block.inc"
#undef MICRO
    });
}();

std::string number_text(u64 number) {
    const i64 value = static_cast<i64>(number);
    constexpr i64 greatest_plain = 0xffff;
    if (value >= -greatest_plain && value <= greatest_plain) {
        return std::to_string(value);
    }
    char text[20];
    std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(number));
    return text;
}

std::string offset_text(u32 offset) {
    return offset == 0 ? "" : (static_cast<i32>(offset) < 0 ? "" : "+") + std::to_string(static_cast<i32>(offset));
}

std::string detail_of(const Operation& operation) {
    switch (operation.code) {
        case Code::get:
        case Code::set:
            return name_of(operation.place);
        case Code::constant:
            return number_text(operation.type == ValueType::i32
                                   ? static_cast<u64>(i64{static_cast<i32>(static_cast<u32>(operation.number))})
                                   : operation.number);
        case Code::load:
        case Code::store:
            return std::to_string(operation.bytes) + (operation.is_signed ? "s" : "") +
                   (operation.is_tested ? " tested" : "") + offset_text(static_cast<u32>(operation.number));
        case Code::test_range:
            return std::to_string(operation.bytes) + offset_text(static_cast<u32>(operation.number)) + ".." +
                   std::to_string(static_cast<i32>(static_cast<u32>(operation.number)) +
                                  static_cast<i32>(operation.number >> 32));
        case Code::branch:
        case Code::branch_if:
            return "to " + std::to_string(operation.number);
        case Code::round_i32:
            return std::string(meaning::name_of(operation.rounding));
        case Code::trap_if:
        case Code::raise:
            return std::string(name_of(operation.kind));
        default:
            return std::string(meaning::own_type_text(info(operation.code).own, operation.type));
    }
}

}  // namespace

const meaning::MicroInfo& info(Code code) {
    return rows[static_cast<size_t>(code)];
}

ValueType result_type(const Operation& operation) {
    return meaning::resolved(info(operation.code).result, operation.type);
}

bool points_into_stack(const Operation& base) {
    return base.code == Code::get && base.place.kind == GuestKind::gpr &&
           (base.place.number == reg::sp || base.place.number == reg::fp);
}

std::string name_of(GuestPlace place) {
    const std::string number = std::to_string(place.number);
    switch (place.kind) {
        case GuestKind::gpr:
            return std::string(isa::register_name(place.number));
        case GuestKind::hi:
            return "hi";
        case GuestKind::lo:
            return "lo";
        case GuestKind::flag:
            return "flag " + number;
        case GuestKind::single:
            return "$f" + number;
        case GuestKind::pair:
            return "$f" + number + ":$f" + std::to_string(place.number + 1);
        case GuestKind::c0:
            return "c0 " + number;
    }
    return {};
}

std::string text_of(const LoweredBlock& block, ValueId value) {
    const Operation& operation = block[value];
    std::string text = std::to_string(value) + " " + std::string(info(operation.code).name);
    if (const std::string detail = detail_of(operation); !detail.empty()) {
        text += " " + detail;
    }
    char separator = ' ';
    for (const ValueId operand : operation.operands) {
        if (operand != no_value) {
            text += std::exchange(separator, ',') + std::to_string(operand);
        }
    }
    if (operation.guard != no_value) {
        text += " ?" + std::to_string(operation.guard);
    }
    return text;
}

}  // namespace mariner::translate
