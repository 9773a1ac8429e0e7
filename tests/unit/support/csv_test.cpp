#include "emulator/support/csv.hpp"

#include <gtest/gtest.h>

namespace mariner {
namespace {

std::string told(std::string_view text, char separator = ',') {
    const Result<CsvTable> table = CsvTable::read(std::string(text), separator);
    if (!table) {
        return table.error().message;
    }
    std::string out;
    for (size_t row = 0; row < table->size(); ++row) {
        for (size_t column = 0; column < table->row(row).size(); ++column) {
            out += "[" + table->cell(row, column) + "]";
        }
        out += "/";
    }
    return out;
}

TEST(CsvTable, ReadsCells) {
    EXPECT_EQ(told("a,b\r\nc,\r\n"), "[a][b]/[c][]/");
    EXPECT_EQ(told("\xef\xbb\xbf\"a\"\"b\",\"c,\nd\"\n"), "[a\"b][c,\nd]/");
    EXPECT_EQ(told("a;b\rc", ';'), "[a][b]/[c]/");
    EXPECT_EQ(told("\n\n,"), "[]/[]/[][]/");
    EXPECT_EQ(told(""), "");
    EXPECT_EQ(told("\"\""), "[]/");
}

TEST(CsvTable, NamesThePlaceOfAMistake) {
    EXPECT_EQ(told("a,b\nc,\"d"), "row 2, column 2: a quote that is opened here is never closed");
    EXPECT_EQ(told("\"a\"b,c"), "row 1, column 2: something stands behind a closing quote");
}

TEST(CsvTable, CellsKnowTheirPlace) {
    const Result<CsvTable> table = CsvTable::read("ab,\"c\"\nd", ',');
    ASSERT_TRUE(table);
    const CsvCell& cell = table->row(0)[1];
    EXPECT_EQ(table->bytes().substr(cell.begin, cell.end - cell.begin), "\"c\"");
    EXPECT_TRUE(cell.is_quoted);
    EXPECT_EQ(table->cell(1, 5), "");
}

TEST(CsvTable, GuessesTheSeparator) {
    EXPECT_EQ(CsvTable::guess_separator("a,b;c,d\n"), ',');
    EXPECT_EQ(CsvTable::guess_separator("\"a,b,c\";d\n1,2,3,4"), ';');
    EXPECT_EQ(CsvTable::guess_separator("\n\ntitle\na\tb"), '\t');
    EXPECT_EQ(CsvTable::guess_separator(""), ',');
}

}  // namespace
}  // namespace mariner
