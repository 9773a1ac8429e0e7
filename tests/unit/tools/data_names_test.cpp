#include "emulator/tools/data_names.hpp"

#include <gtest/gtest.h>

namespace mariner::tools {
namespace {

TEST(DataNames, LabelHeapStackAndDevices) {
    ProgramImage image;
    image.symbols.push_back({"list", 0x10010004, true, false, 0});
    image.symbols.push_back({"end", 0x10010040, true, false, 0});
    image.symbols.push_back({"main", 0x00400000, false, true, 0});
    image.data_end = 0x10010080;
    const std::unique_ptr<Machine> machine = std::move(*Machine::create(image));
    machine->heap_pointer = 0x10040100;
    const DataNames names(*machine);
    const auto name = [&](u32 address) { return names[names.find(address)]; };
    EXPECT_EQ(name(0x10010000), "before any label");
    EXPECT_EQ(name(0x10010004), "list");
    EXPECT_EQ(name(0x1001003f), "list");
    EXPECT_EQ(name(0x10010044), "end");
    EXPECT_EQ(name(0x10040010), "the heap");
    EXPECT_EQ(name(0x7fffeff8), "the stack");
    EXPECT_EQ(name(0x00400010), "main");
    EXPECT_EQ(name(0xffff0010), "devices");
}

}  // namespace
}  // namespace mariner::tools
