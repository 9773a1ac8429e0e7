#include "emulator/devices/keyboard_display.hpp"

#include <gtest/gtest.h>

#include <deque>

#include "emulator/devices/devices.hpp"
#include "emulator/devices/display_controls.hpp"
#include "emulator/machine/bus.hpp"
#include "emulator/machine/memory.hpp"

namespace mariner {
namespace {

constexpr u32 base = 0xffff0000;

class ScriptedPerson final : public DeviceHost {
public:
    std::optional<u8> take_character() override {
        if (typed.empty()) {
            return std::nullopt;
        }
        const u8 character = typed.front();
        typed.pop_front();
        return character;
    }
    void wait_for_character(u32 milliseconds) override { waited += milliseconds; }
    void note_use() override { ++uses; }
    void write_character(u8 character) override { shown += static_cast<char>(character); }
    std::optional<KeyEvent> take_key_event() override {
        if (events.empty()) {
            return std::nullopt;
        }
        const KeyEvent event = events.front();
        events.pop_front();
        return event;
    }
    u32 held_keys(u32 word) override { return held[word]; }
    u32 pointer() override { return unit; }
    u32 take_pointer_buttons() override { return std::exchange(buttons, 0); }
    u32 frames() override { return frame; }
    void wait_for_frame() override { ++frame; }

    void type(std::string_view text) { typed.insert(typed.end(), text.begin(), text.end()); }

    std::deque<u8> typed;
    std::deque<KeyEvent> events;
    std::string shown;
    u32 held[8] = {};
    u32 unit = 0;
    u32 buttons = 0;
    u32 frame = 0;
    u32 waited = 0;
    int uses = 0;
};

class DevicesTest : public testing::Test {
protected:
    DevicesTest() : m_memory(std::move(*Memory::create(MemoryConfiguration::standard))) {
        for (const auto& device : m_devices) {
            EXPECT_TRUE(m_bus.attach(*device));
        }
        m_memory->attach_bus(&m_bus);
        m_bus.reset(*m_memory, base);
    }
    ~DevicesTest() override { m_memory->attach_bus(nullptr); }

    u32 load(u32 offset) { return m_memory->load_word(base + offset).value; }
    void store(u32 offset, u32 value) {
        m_memory->store_word(base + offset, value);
        if (m_bus.take_attention()) {
            m_bus.advance(*m_memory, m_cpu, 1);
        }
    }
    std::optional<u32> pass(u64 steps) {
        m_bus.advance(*m_memory, m_cpu, steps);
        return m_bus.take_interrupt();
    }

    ScriptedPerson m_person;
    Devices m_devices = make_devices(m_person);
    Bus m_bus;
    CpuState m_cpu;
    std::unique_ptr<Memory> m_memory;
};

TEST_F(DevicesTest, TransmitterIsReadyAtFirst) {
    EXPECT_EQ(load(8), 1u);
    EXPECT_EQ(load(0), 0u);
    EXPECT_EQ(m_bus.steps_until_event() > 1'000'000, false) << "the keyboard was read: it is looked at from now on";
}

TEST_F(DevicesTest, CostsNothingUntilUsed) {
    EXPECT_EQ(m_bus.steps_until_event(), Bus::no_event);
    EXPECT_EQ(m_person.uses, 0);
}

TEST_F(DevicesTest, PollingSeesEveryKeyInOrder) {
    m_person.type("abc");
    std::string read;
    for (int i = 0; i < 20 && read.size() < 3; ++i) {
        if ((load(0) & 1) != 0) {
            read += static_cast<char>(load(4));
        }
    }
    EXPECT_EQ(read, "abc");
    EXPECT_EQ(load(4), u32{'c'}) << "the old key stays";
    EXPECT_EQ(load(0), 0u);
    EXPECT_EQ(m_person.uses, 1);
}

TEST_F(DevicesTest, AKeyWaitsUntilTheOneBeforeWasRead) {
    m_person.type("ab");
    load(0);
    EXPECT_EQ(load(0), 1u);
    EXPECT_FALSE(pass(100'000));
    EXPECT_EQ(load(4), u32{'a'});
    EXPECT_EQ(m_person.typed.size(), 1u);
}

TEST_F(DevicesTest, OnlyAReadOfTheDataWordItselfTakesTheKey) {
    m_person.type("a");
    load(0);
    m_memory->load_byte(base + 5);
    EXPECT_EQ(load(0), 1u);
    m_memory->load_byte(base + 4);
    EXPECT_EQ(load(0), 0u);
}

TEST_F(DevicesTest, InterruptsWhereTheProgramAllowsThem) {
    store(0, 2);
    m_person.type("x");
    EXPECT_EQ(load(0), 2u) << "a poll doesn't take what an interrupt should bring";
    EXPECT_EQ(pass(20'000), 0x40u);
    EXPECT_EQ(load(0), 3u);
    EXPECT_EQ(load(4), u32{'x'});
    EXPECT_EQ(load(0), 2u);
    m_cpu.status |= 2;  // a handler runs
    m_person.type("y");
    EXPECT_FALSE(pass(20'000));
    m_cpu.status = 0xff10;  // interrupts off
    load(4);
    m_person.type("z");
    EXPECT_FALSE(pass(20'000));
}

TEST_F(DevicesTest, TransmitterShowsACharacterAfterItsDelay) {
    store(12, 'A');
    EXPECT_EQ(load(8), 0u);
    EXPECT_EQ(m_bus.steps_until_event(), 4u);
    store(12, 'B');
    EXPECT_FALSE(pass(3));
    EXPECT_EQ(m_person.shown, "");
    EXPECT_FALSE(pass(1));
    EXPECT_EQ(m_person.shown, "A") << "the store while it was busy is ignored";
    EXPECT_EQ(load(8), 1u);
    store(8, 3);
    store(12, 'C');
    EXPECT_EQ(load(8), 2u);
    EXPECT_EQ(pass(4), 0x80u);
    EXPECT_EQ(m_person.shown, "AC");
}

TEST_F(DevicesTest, APictureIsPlainMemory) {
    m_person.type("42");
    for (u32 offset = 0; offset < 256; offset += 4) {
        store(offset, 0x00ff0000);
    }
    for (u32 offset = 0; offset < 256; offset += 4) {
        EXPECT_EQ(load(offset), 0x00ff0000u) << offset;
    }
    EXPECT_EQ(m_bus.steps_until_event(), Bus::no_event);
    m_cpu.status = 0xff11;
    EXPECT_FALSE(pass(100'000));
    EXPECT_EQ(m_person.typed.size(), 2u) << "what is typed is for the program's own reads";
    EXPECT_EQ(m_person.shown, "");
}

TEST_F(DevicesTest, APictureThatBeginsElsewhereOrDarkIsPlainMemoryToo) {
    for (u32 offset = 128; offset-- > 16;) {
        store(offset & ~3u, 0x00c0c0c0);
    }
    EXPECT_EQ(load(8), 0u) << "the ready bit was ours";
    m_bus.reset(*m_memory, base);
    m_person.type("42");
    for (u32 offset = 0; offset < 128; offset += 4) {
        store(offset, offset == 0 ? 0 : 0x000000ff);
    }
    EXPECT_EQ(load(0), 0u);
    EXPECT_FALSE(pass(100'000));
    EXPECT_EQ(m_person.typed.size(), 2u);
    EXPECT_EQ(m_person.shown, "");
}

TEST_F(DevicesTest, ClearingTheRegistersUsesNoKeyboard) {
    m_person.type("42");
    store(0, 0);
    store(4, 0);
    EXPECT_EQ(m_bus.steps_until_event(), Bus::no_event);
    EXPECT_EQ(m_person.typed.size(), 2u);
    load(0);
    EXPECT_EQ(load(0), 1u) << "but a look at it does";
    EXPECT_EQ(load(4), u32{'4'});
}

TEST_F(DevicesTest, OtherToolsRegistersBehindThemAreNoPicture) {
    m_person.type("a");
    store(0x10, 0x3f);    // Digital Lab Sim's digits
    store(0x18, 50'000);  // a timer
    store(12, static_cast<u32>(-23));
    pass(4);
    EXPECT_EQ(m_person.shown, "\xe9") << "a character loaded with its sign";
    load(0);
    EXPECT_EQ(load(0), 1u);
    EXPECT_EQ(load(4), u32{'a'});
}

TEST_F(DevicesTest, AWaitingLoopRests) {
    for (int i = 0; i < 4000; ++i) {
        load(0);
    }
    pass(20'000);
    EXPECT_GT(m_person.waited, 0u);
    m_person.waited = 0;
    load(0);
    pass(20'000);
    EXPECT_EQ(m_person.waited, 0u) << "a program that does other things doesn't";
}

constexpr u32 controls = DisplayControls::segment_offset;

TEST_F(DevicesTest, ControlsAreMemoryUntilSwitchedOn) {
    m_person.held[1] = 4;
    store(controls + DisplayControls::frame_count, 77);
    store(controls + DisplayControls::control, 5);
    EXPECT_EQ(load(controls + DisplayControls::frame_count), 77u);
    EXPECT_EQ(load(controls + DisplayControls::held_keys + 4), 0u);
    EXPECT_EQ(m_bus.steps_until_event(), Bus::no_event);
    EXPECT_EQ(m_person.uses, 0);
}

TEST_F(DevicesTest, ControlsShowKeysPointerAndFrames) {
    m_person.held['w' / 32] = 1u << ('w' % 32);
    m_person.unit = 7u << 16 | 3u;
    m_person.buttons = 1;
    m_person.frame = 9;
    store(controls, DisplayControls::magic);
    EXPECT_EQ(load(controls), 1u);
    EXPECT_EQ(load(controls + DisplayControls::held_keys + 4 * ('w' / 32)), 1u << ('w' % 32));
    EXPECT_EQ(load(controls + DisplayControls::pointer_column), 2u);
    EXPECT_EQ(load(controls + DisplayControls::pointer_row), 6u);
    EXPECT_EQ(load(controls + DisplayControls::pointer_buttons), 1u);
    EXPECT_EQ(load(controls + DisplayControls::frame_count), 9u);
    store(controls + DisplayControls::wait_frame, 1);
    EXPECT_EQ(load(controls + DisplayControls::frame_count), 10u);
    m_person.unit = 0;
    pass(100'000);
    EXPECT_EQ(load(controls + DisplayControls::pointer_column), 0xffffffffu);
}

TEST_F(DevicesTest, ControlsShowAClickUntilItIsRead) {
    store(controls, DisplayControls::magic);
    m_person.buttons = 1;
    pass(100'000);
    pass(100'000);
    load(controls + DisplayControls::pointer_row);
    EXPECT_EQ(load(controls + DisplayControls::pointer_buttons), 1u);
    EXPECT_EQ(load(controls + DisplayControls::pointer_buttons), 0u);
}

TEST_F(DevicesTest, ControlsHandOutKeyEventsOnce) {
    store(controls, DisplayControls::magic);
    m_person.events = {{'a', true}, {'a', false}};
    pass(100'000);
    EXPECT_EQ(load(controls + DisplayControls::key_event), 0x80000161u);
    EXPECT_EQ(load(controls + DisplayControls::key_event), 0x80000061u);
    EXPECT_EQ(load(controls + DisplayControls::key_event), 0u);
}

}  // namespace
}  // namespace mariner
