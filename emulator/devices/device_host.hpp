#pragma once
// What a person does, as the devices of the memory-mapped segment see it: characters typed, keys held, the pointer, the
// pictures shown. Brought by a window, a terminal or a test's script; called on the guest's thread.

#include <optional>

#include "emulator/support/types.hpp"

namespace mariner {

class DeviceHost {
public:
    struct KeyEvent {
        u8 code = 0;
        bool down = false;
    };

    DeviceHost() = default;
    DeviceHost(const DeviceHost&) = delete;
    DeviceHost& operator=(const DeviceHost&) = delete;
    virtual ~DeviceHost() = default;

    /// The next character typed, first in, first out. Cheap, since programs ask in a loop.
    virtual std::optional<u8> take_character() = 0;
    /// Until a character may be there or the run should stop, but not longer: waiting need not heat the processor.
    virtual void wait_for_character(u32 milliseconds) = 0;
    /// The program has begun to use its keyboard registers: typed characters are for them from now on.
    virtual void note_use() {}

    /// A character for the display of MARS's Keyboard and Display tool.
    virtual void write_character(u8 character) = 0;

    virtual std::optional<KeyEvent> take_key_event() { return std::nullopt; }
    /// Word 0..7: bit b of word w is the key with code 32 w + b.
    virtual u32 held_keys(u32 /*word*/) { return 0; }
    /// The unit under the pointer: column + 1 in the low half, row + 1 in the high half; 0 outside the picture.
    virtual u32 pointer() { return 0; }
    /// The mouse buttons that are down, or were since the last call.
    virtual u32 take_pointer_buttons() { return 0; }
    /// Pictures shown so far, and a wait for the next one.
    virtual u32 frames() { return 0; }
    virtual void wait_for_frame() {}
};

}  // namespace mariner
