// In a page and under Node nobody serves Dolos: the tables would cost every download some thousand bytes.

#include "emulator/similar/report.hpp"

namespace mariner::similar {

std::vector<std::pair<std::string, std::string>> similar_dolos_tables(const Report& /*report*/) {
    return {};
}

}  // namespace mariner::similar
