#pragma once
// The objects that a program's addresses are made for: what stands behind a label, blocks from the heap. For the
// checks, which see an address leave its object.

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "emulator/machine/machine.hpp"

namespace mariner {

struct DataObject {
    u32 begin = 0;
    u32 size = 0;
    u32 symbol = no_symbol;  // of the image
    u32 maker = 0;           // a heap block: the system call that gave it
    // A label in the middle of a text made of .ascii lines: the whole text is as good as the part.
    u32 text_begin = 0;
    u32 text_end = 0;
    bool is_number = false;  // see Objects::add_number
    u32 reach = 0;           // bytes up to the next label that the program uses
    bool is_text = false;    // characters in quotes
    bool is_words = false;
    u8 watched_sizes = 0;  // accesses of so many bytes are looked at: they fit badly, or read characters

    static constexpr u32 no_symbol = 0xffffffff;
    [[nodiscard]] bool is_in_text(u32 address) const { return address >= text_begin && address < text_end; }
    [[nodiscard]] bool holds(u32 address, u32 count) const { return count <= size && address - begin <= size - count; }
};

class Objects {
public:
    explicit Objects(const ProgramImage& image);

    /// Those from the heap are forgotten.
    void restart() { m_objects.resize(m_fixed); }
    /// What begins at an address that the program writes as a number, a display for example: nobody knows where it
    /// ends.
    u32 add_number(u32 begin, u32 limit);
    [[nodiscard]] const DataObject& operator[](u32 number) const { return m_objects[number]; }
    u32 add_heap_block(u32 begin, u32 size, u32 maker);
    /// How many blocks of the heap an instruction has asked for.
    [[nodiscard]] u32 blocks_of(u32 maker) const;
    /// That of a label; nothing if the label has no data behind it.
    [[nodiscard]] std::optional<u32> of_symbol(u32 symbol) const;
    /// The declared object or heap block that holds the address.
    [[nodiscard]] const DataObject* find(u32 address) const;

    /// "list", "the 8 bytes from the heap".
    [[nodiscard]] std::string name(const DataObject& object) const;
    /// "; list is declared in hw.asm:3"; empty where nothing declares it.
    [[nodiscard]] std::string declaration(const DataObject& object) const;
    /// "8 bytes (2 words)"
    [[nodiscard]] static std::string size_text(u32 size);

private:
    void number_symbols(const std::vector<u32>& labels);
    void join_texts();

    const ProgramImage& m_image;
    std::vector<DataObject> m_objects;  // the declared ones in order of their addresses, then the heap's
    size_t m_declared = 0;
    size_t m_fixed = 0;  // behind them those of numbers
    std::vector<u32> m_of_symbol;
    std::unordered_map<u32, u32> m_number_at;  // of those of numbers, by their address
};

/// The line of data that declared an address; null where none did.
[[nodiscard]] const DataItem* item_at(const ProgramImage& image, u32 address);
/// How its directive was written; other where none is known.
[[nodiscard]] DataKind kind_of_data(const ProgramImage& image, u32 address);

}  // namespace mariner
