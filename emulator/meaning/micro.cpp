#include "emulator/meaning/micro.hpp"

#include <utility>

namespace mariner::meaning {

namespace {

std::string_view type_name(ValueType type) {
    switch (type) {
        case ValueType::i32:
            return "i32";
        case ValueType::i64:
            return "i64";
        case ValueType::flag:
            return "flag";
        case ValueType::f32:
            return "f32";
        case ValueType::f64:
            return "f64";
        case ValueType::nothing:
        case ValueType::own:
            break;
    }
    return {};
}

constexpr std::string_view rounding_names[] = {"up", "down", "nearest", "zero"};

std::string detail_of(const Micro& micro) {
    switch (micro.code) {
        case MicroCode::get:
        case MicroCode::set:
            return std::string(place_names[static_cast<size_t>(micro.place)]);
        case MicroCode::constant:
            return std::to_string(static_cast<i32>(micro.number));
        case MicroCode::load:
        case MicroCode::store:
            return std::to_string(micro.bytes) + (micro.is_signed ? "s" : "");
        case MicroCode::round_i32:
            return std::string(name_of(micro.rounding));
        case MicroCode::trap_if:
        case MicroCode::raise:
            return std::string(name_of(micro.kind));
        default:
            return std::string(own_type_text(info(micro.code).own, micro.type));
    }
}

}  // namespace

std::string_view name_of(Rounding rounding) {
    return rounding_names[static_cast<size_t>(rounding)];
}

std::string_view own_type_text(ValueType own, ValueType type) {
    const bool has_choice = (static_cast<u32>(own) & (static_cast<u32>(own) - 1)) != 0;
    return has_choice ? type_name(type) : std::string_view();
}

std::string text_of(MicroSpan list, size_t index) {
    const Micro& micro = list[index];
    std::string text = std::to_string(index) + " " + std::string(info(micro.code).name);
    if (const std::string detail = detail_of(micro); !detail.empty()) {
        text += " " + detail;
    }
    char separator = ' ';
    for (const u8 operand : micro.operands) {
        if (operand != Micro::none) {
            text += std::exchange(separator, ',') + std::to_string(operand);
        }
    }
    if (micro.guard != Micro::none) {
        text += " ?" + std::to_string(micro.guard);
    }
    return text;
}

}  // namespace mariner::meaning
