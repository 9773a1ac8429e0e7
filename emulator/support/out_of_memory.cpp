#include "emulator/support/out_of_memory.hpp"

#include <new>

namespace mariner {

void out_of_memory() {
    throw std::bad_alloc();
}

}  // namespace mariner
