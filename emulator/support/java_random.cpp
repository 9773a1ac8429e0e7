#include "emulator/support/java_random.hpp"

namespace mariner {

i32 JavaRandom::next_int(i32 bound) {
    const u32 limit = static_cast<u32>(bound);
    u32 bits = next_bits(31);
    if ((limit & (limit - 1)) == 0) {
        return static_cast<i32>((static_cast<u64>(limit) * bits) >> 31);
    }
    // The last, incomplete run of values below 2^31 is drawn again, so that every result is equally likely.
    u32 value = bits % limit;
    while (bits - value + (limit - 1) > 0x7fffffffU) {
        bits = next_bits(31);
        value = bits % limit;
    }
    return static_cast<i32>(value);
}

double JavaRandom::next_double() {
    const u64 high = next_bits(26);
    const u64 low = next_bits(27);
    return static_cast<double>((high << 27) + low) * 0x1.0p-53;
}

}  // namespace mariner
