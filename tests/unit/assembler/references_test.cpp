// References alone: which instructions and data words of a draft hold a label's address.
#include "emulator/assembler/references.hpp"

#include "tests/unit/assembler/steps.hpp"

namespace mariner::assembler {
namespace {

using test::Steps;

/// "address:size:symbol" of each reference.
std::vector<std::string> references_of(std::string text) {
    Steps steps;
    steps.options.collect_references = true;
    const BuiltImage built = steps.build(std::move(text));
    EXPECT_TRUE(built.is_complete);
    std::vector<std::string> found;
    for (const Reference& reference : built.image.references) {
        found.push_back(hex32(reference.address) + ":" + std::to_string(reference.size) + ":" +
                        built.image.symbols.at(reference.symbol).name);
    }
    return found;
}

TEST(References, NameTheSymbolOfEachInstructionAndDataWordInTheOrderOfAddresses) {
    EXPECT_EQ(references_of(".data\nx: .word y, 5, x\ny: .half x\n.text\nf: la $t0, y\nnop\nj f\n"),
              (std::vector<std::string>{"0x00400000:4:y", "0x0040000c:4:f", "0x10010000:4:y", "0x10010008:4:x",
                                        "0x1001000c:2:x"}));
}

TEST(References, PreferTheUnitsOwnLabelsAndKnowGlobalOnes) {
    EXPECT_EQ(references_of(".globl g\n.extern e 4\ng: j g\nl: j l\nla $t0, e\n"),
              (std::vector<std::string>{"0x00400000:4:g", "0x00400004:4:l", "0x00400008:4:e"}));
}

TEST(References, LieInExpandedLinesToo) {
    EXPECT_EQ(references_of(".macro m %x\nl: lw $t0, %x\nb l\n.end_macro\n.data\nx: .word 1\n.text\nm x\n"),
              (std::vector<std::string>{"0x00400000:4:x", "0x00400008:4:l_M0"}));
}

TEST(References, AreLeftOutUnlessAskedFor) {
    Steps steps;
    EXPECT_TRUE(steps.build(".data\nx: .word x\n").image.references.empty());
    EXPECT_TRUE(steps.program.data_labels.empty());
}

}  // namespace
}  // namespace mariner::assembler
