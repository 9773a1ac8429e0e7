#pragma once
// What can go wrong in an instruction: the kinds, their cause codes and MARS's wording. Nothing is thrown.

#include <string>
#include <string_view>

#include "emulator/support/types.hpp"

namespace mariner {

enum class ExceptionKind : u8 {
    none,
    overflow,
    trap,
    break_without_code,
    break_with_code,  // value: the code
    address_load,     // access beyond all segments; value: the address
    address_store,
    misaligned_word_load,
    misaligned_half_load,
    misaligned_word_store,
    misaligned_half_store,
    misaligned_double_load,
    misaligned_double_store,
    text_load,  // a data access to user text
    text_store,
    kernel_text_load,
    kernel_text_store,
    misaligned_text_access,  // self-modifying code: text is accessed by whole words
    odd_all,                 // "all registers must be even-numbered"
    odd_both,
    odd_first,
    odd_second,
    undefined_instruction,  // value: the word
    syscall,                // text in Exception::message
    external_interrupt,     // value: the CAUSE code (0x40 keyboard, 0x80 display)
    host_failure,           // what kills MARS's own thread (end of input in a read ...): no handler, no error line
};

struct Exception {
    ExceptionKind kind = ExceptionKind::none;
    u32 value = 0;
    u32 cause_override =
        0;  // for ExceptionKind::syscall: 8 (bad data), or 4/5 for a bad address (then `value` is the address)
    std::string message;  // only for syscall and host_failure; a syscall's address error has the usual text here

    explicit operator bool() const { return kind != ExceptionKind::none; }
};

/// "overflow", "address_load" ...: the enumerator, for reports that programs read.
std::string_view name_of(ExceptionKind kind);
/// CAUSE's exception code; 0 where the exception leaves CAUSE, EPC and STATUS alone (odd registers).
u32 cause_code(const Exception& exception);
bool sets_bad_address(const Exception& exception);
/// MARS's text, without place: "arithmetic overflow", "address out of range 0x00000000" ...
std::string mars_text(const Exception& exception);

}  // namespace mariner
