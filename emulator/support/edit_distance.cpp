#include "emulator/support/edit_distance.hpp"

#include <algorithm>
#include <vector>

namespace mariner {

size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::vector<size_t>> table(a.size() + 1, std::vector<size_t>(b.size() + 1));
    for (size_t i = 0; i <= a.size(); ++i) {
        for (size_t k = 0; k <= b.size(); ++k) {
            if (i == 0 || k == 0) {
                table[i][k] = i + k;
                continue;
            }
            const size_t changed = table[i - 1][k - 1] + (a[i - 1] == b[k - 1] ? 0 : 1);
            table[i][k] = std::min({changed, table[i - 1][k] + 1, table[i][k - 1] + 1});
            if (i > 1 && k > 1 && a[i - 1] == b[k - 2] && a[i - 2] == b[k - 1]) {
                table[i][k] = std::min(table[i][k], table[i - 2][k - 2] + 1);
            }
        }
    }
    return table[a.size()][b.size()];
}

}  // namespace mariner
