#include "emulator/machine/exception.hpp"

#include <array>
#include <string_view>

#include "emulator/support/text.hpp"

namespace mariner {

namespace {

/// What belongs behind the wording.
enum class Tail : u8 { nothing, address, hex_in_parentheses, decimal_and_dot };

struct ExceptionKindRow {
    ExceptionKind kind;
    std::string_view name;  // for reports that programs read
    u8 cause;               // 0: CAUSE, EPC and STATUS stay as they are
    bool bad_address;
    Tail tail;
    std::string_view text;
};

constexpr u8 load = 4;
constexpr u8 store = 5;

#define ROW(kind, ...) \
    { ExceptionKind::kind, #kind, __VA_ARGS__ }
constexpr ExceptionKindRow kind_rows[] = {
    ROW(none, 0, false, Tail::nothing, ""),
    ROW(overflow, 12, false, Tail::nothing, "arithmetic overflow"),
    ROW(trap, 13, false, Tail::nothing, "trap"),
    ROW(break_without_code, 9, false, Tail::nothing, "break instruction executed; no code given."),
    ROW(break_with_code, 9, false, Tail::decimal_and_dot, "break instruction executed; code = "),
    ROW(address_load, load, true, Tail::address, "address out of range "),
    ROW(address_store, store, true, Tail::address, "address out of range "),
    ROW(misaligned_word_load, load, true, Tail::address, "fetch address not aligned on word boundary "),
    ROW(misaligned_half_load, load, true, Tail::address, "fetch address not aligned on halfword boundary "),
    ROW(misaligned_word_store, store, true, Tail::address, "store address not aligned on word boundary "),
    ROW(misaligned_half_store, store, true, Tail::address, "store address not aligned on halfword boundary "),
    ROW(misaligned_double_load, load, true, Tail::address, "address not aligned on doubleword boundary "),
    ROW(misaligned_double_store, store, true, Tail::address, "address not aligned on doubleword boundary "),
    ROW(text_load, load, true, Tail::address, "Cannot read directly from text segment!"),
    ROW(text_store, store, true, Tail::address, "Cannot write directly to text segment!"),
    ROW(kernel_text_load, load, true, Tail::address,
        "DEVELOPER: You must use getStatement() to read from kernel text segment!"),
    ROW(kernel_text_store, store, true, Tail::address,
        "DEVELOPER: You must use setStatement() to write to kernel text segment!"),
    ROW(misaligned_text_access, load, true, Tail::address,
        "fetch address for text segment not aligned to word boundary "),
    ROW(odd_all, 0, false, Tail::nothing, "all registers must be even-numbered"),
    ROW(odd_both, 0, false, Tail::nothing, "both registers must be even-numbered"),
    ROW(odd_first, 0, false, Tail::nothing, "first register must be even-numbered"),
    ROW(odd_second, 0, false, Tail::nothing, "second register must be even-numbered"),
    ROW(undefined_instruction, 10, false, Tail::hex_in_parentheses, "undefined instruction "),
    ROW(syscall, 8, false, Tail::nothing, ""),
    ROW(external_interrupt, 0, false, Tail::nothing, "External Interrupt"),
    ROW(host_failure, 0, false, Tail::nothing, ""),
};
#undef ROW

constexpr bool rows_stand_in_order() {
    for (size_t i = 0; i < std::size(kind_rows); ++i) {
        if (static_cast<size_t>(kind_rows[i].kind) != i) {
            return false;
        }
    }
    return true;
}
static_assert(rows_stand_in_order());

const ExceptionKindRow& row_of(const Exception& exception) {
    return kind_rows[static_cast<size_t>(exception.kind)];
}

}  // namespace

std::string_view name_of(ExceptionKind kind) {
    return kind_rows[static_cast<size_t>(kind)].name;
}

u32 cause_code(const Exception& exception) {
    if (exception.kind == ExceptionKind::external_interrupt) {
        return exception.value;
    }
    if (exception.kind == ExceptionKind::syscall && exception.cause_override != 0) {
        return exception.cause_override;
    }
    return row_of(exception).cause;
}

bool sets_bad_address(const Exception& exception) {
    if (exception.kind == ExceptionKind::syscall) {
        return exception.cause_override == load || exception.cause_override == store;
    }
    return row_of(exception).bad_address;
}

std::string mars_text(const Exception& exception) {
    if (exception.kind == ExceptionKind::syscall || exception.kind == ExceptionKind::host_failure) {
        return exception.message;
    }
    const ExceptionKindRow& row = row_of(exception);
    std::string text(row.text);
    switch (row.tail) {
        case Tail::nothing:
            break;
        case Tail::address:
            text += hex32(exception.value);
            break;
        case Tail::hex_in_parentheses:
            text += '(' + hex32(exception.value) + ')';
            break;
        case Tail::decimal_and_dot:
            text += std::to_string(exception.value) + '.';
            break;
    }
    return text;
}

}  // namespace mariner
