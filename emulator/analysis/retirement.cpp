#include "emulator/analysis/retirement.hpp"

#include "emulator/support/text.hpp"

namespace mariner {

std::string retired_text(const RetiredWrite& write) {
    const std::string place =
        write.is_memory ? "*" + hex32(write.address).substr(2) : "$" + pad_left(std::to_string(write.address), 2);
    return "@" + hex32(write.pc).substr(2) + ": " + place + " <= " + hex32(write.value).substr(2);
}

}  // namespace mariner
