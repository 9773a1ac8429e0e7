// MARS's wording and cause codes.

#include "emulator/machine/exception.hpp"

#include <gtest/gtest.h>

namespace mariner {
namespace {

Exception make(ExceptionKind kind, u32 value = 0) {
    Exception exception;
    exception.kind = kind;
    exception.value = value;
    return exception;
}

TEST(Exception, SaysWhatMarsSays) {
    EXPECT_EQ(mars_text(make(ExceptionKind::overflow)), "arithmetic overflow");
    EXPECT_EQ(mars_text(make(ExceptionKind::address_store, 0x10400000)), "address out of range 0x10400000");
    EXPECT_EQ(mars_text(make(ExceptionKind::misaligned_word_load, 1)),
              "fetch address not aligned on word boundary 0x00000001");
    EXPECT_EQ(mars_text(make(ExceptionKind::break_with_code, 7)), "break instruction executed; code = 7.");
    EXPECT_EQ(mars_text(make(ExceptionKind::undefined_instruction, 0xfc000000)), "undefined instruction (0xfc000000)");
    EXPECT_EQ(mars_text(make(ExceptionKind::text_load, 0x00400000)),
              "Cannot read directly from text segment!0x00400000");
}

TEST(Exception, HasTheArchitecturesCauseCodes) {
    EXPECT_EQ(cause_code(make(ExceptionKind::misaligned_double_store)), 5U);
    EXPECT_EQ(cause_code(make(ExceptionKind::misaligned_text_access)), 4U);
    EXPECT_EQ(cause_code(make(ExceptionKind::trap)), 13U);
    EXPECT_EQ(cause_code(make(ExceptionKind::odd_all)), 0U);
    EXPECT_EQ(cause_code(make(ExceptionKind::external_interrupt, 0x80)), 0x80U);
}

TEST(Exception, GivesASyscallsAddressErrorItsAddress) {
    Exception exception = make(ExceptionKind::syscall, 0x5);
    exception.message = "address out of range 0x00000005";
    EXPECT_EQ(cause_code(exception), 8U);
    EXPECT_FALSE(sets_bad_address(exception));
    exception.cause_override = 4;
    EXPECT_EQ(cause_code(exception), 4U);
    EXPECT_TRUE(sets_bad_address(exception));
    EXPECT_EQ(mars_text(exception), "address out of range 0x00000005");
}

}  // namespace
}  // namespace mariner
