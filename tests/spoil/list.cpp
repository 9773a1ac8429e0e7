// Prints every alteration that this build can make, a line each: its number, a tab, its name.

#include <cstdio>

#include "tests/spoil/spoil.hpp"

int main() {
    const auto& all = mariner::spoil::alterations();
    for (size_t i = 0; i < all.size(); ++i) {
        std::printf("%zu\t%s\n", i, all[i].name.c_str());
    }
}
