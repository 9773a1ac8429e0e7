// The sequence is the one that java.util.Random gives for these seeds.

#include "emulator/support/java_random.hpp"

#include <gtest/gtest.h>

#include "emulator/support/java_number.hpp"

namespace mariner {
namespace {

TEST(JavaRandom, DrawsJavasSequence) {
    JavaRandom random(-42);
    EXPECT_EQ(random.next_int(), 1170874531);
    EXPECT_EQ(random.next_int(100), 46);
    EXPECT_EQ(random.next_int(64), 3);
    EXPECT_EQ(random.next_int(0x60000001), 1510017756);
    EXPECT_EQ(random.next_int(0x60000001), 601059636);
    EXPECT_EQ(java_text(random.next_float()), "0.78621805");
    EXPECT_EQ(java_text(random.next_double()), "0.34295673941079663");
}

TEST(JavaRandom, GoesOnFromASavedState) {
    JavaRandom first(7);
    first.next_int();
    JavaRandom second(0);
    second.set_state(first.state());
    EXPECT_EQ(first.next_double(), second.next_double());
}

TEST(JavaRandom, StaysBelowTheBound) {
    JavaRandom random(1);
    for (const i32 bound : {1, 2, 3, 7, 1 << 30, 0x7fffffff}) {
        for (int i = 0; i < 1000; ++i) {
            const i32 value = random.next_int(bound);
            ASSERT_GE(value, 0);
            ASSERT_LT(value, bound);
        }
    }
}

}  // namespace
}  // namespace mariner
