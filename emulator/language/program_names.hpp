#pragma once
// What the names of a program mean: labels, constants, macros and their parameters, each defined somewhere and used
// elsewhere. Made from the files' indices whenever one of them has changed and somebody asks.

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "emulator/language/file_index.hpp"

namespace mariner::language {

struct WorkspaceFile;

/// A file that is assembled, with those that it includes, in the order in which their lines are read.
struct ProgramUnit {
    std::string root;
    std::vector<std::shared_ptr<const WorkspaceFile>> files;
};

enum class NameKind : u8 { label, data_label, constant, macro, parameter, external };

struct FilePlace {
    const WorkspaceFile* file = nullptr;
    TextRange range;
};

struct MacroRegion {
    const WorkspaceFile* file = nullptr;
    u32 first = 0;  // the line of .macro
    u32 last = 0;   // that of .end_macro, or the file's last one
    std::string_view name;
    std::vector<std::string_view> parameters;
};

struct NameDefinition {
    static constexpr u32 no_macro = 0xffffffff;

    NameKind kind{};
    std::string_view name;
    const WorkspaceFile* file = nullptr;
    NameUse use;
    u32 unit = 0;
    u32 macro = no_macro;  // whose own it is
    bool is_exported = false;
    bool is_routine = false;  // a label that is called, or from which the program begins
    u32 number = 0;           // in ProgramNames::all()
};

/// A use of a name, and what it means.
struct NamePlace {
    FilePlace place;
    NameUse use;
};

class ProgramNames {
public:
    explicit ProgramNames(const std::vector<ProgramUnit>& units);

    [[nodiscard]] const std::vector<NameDefinition>& all() const { return m_all; }
    [[nodiscard]] const std::vector<MacroRegion>& macros() const { return m_macros; }
    [[nodiscard]] const MacroRegion* macro_around(const WorkspaceFile& file, u32 line) const;

    /// What a use in a file means; null if nothing.
    [[nodiscard]] const NameDefinition* meaning(const WorkspaceFile& file, const NameUse& use) const;
    [[nodiscard]] const NameDefinition* find(std::string_view name, u32 unit = 0) const;
    /// The use that a place touches, if it touches one.
    [[nodiscard]] static std::optional<NameUse> use_at(const WorkspaceFile& file, TextSpot spot);
    /// Everywhere it stands, its definitions included.
    [[nodiscard]] std::vector<NamePlace> uses_of(const NameDefinition& definition) const;
    /// Whether a line belongs to a data segment.
    [[nodiscard]] bool is_in_data(const WorkspaceFile& file, u32 line) const;
    [[nodiscard]] std::optional<u32> unit_of(const WorkspaceFile& file) const;

private:
    struct DataSwitch {
        u32 line = 0;
        bool is_data = false;
    };

    struct ScopedName {
        std::string_view name;
        u32 scope = 0;
        bool operator==(const ScopedName&) const = default;
    };
    struct HashOfScopedName {
        size_t operator()(const ScopedName& key) const { return std::hash<std::string_view>()(key.name) + key.scope; }
    };

    static u32 scope_of(u32 macro, u32 unit);
    void read_file(const WorkspaceFile& file, bool& in_data, u32 unit);
    void read_use(const WorkspaceFile& file, const NameUse& use, u32 unit);
    void read_macros(const WorkspaceFile& file);
    void export_names(const WorkspaceFile& file, u32 unit);
    /// Notes which labels are called, or begin the program.
    void mark_called(const WorkspaceFile& file);
    [[nodiscard]] const NameDefinition* choose(std::string_view name, u32 unit, u32 macro) const;
    [[nodiscard]] u32 macro_number(const WorkspaceFile& file, u32 line) const;

    std::vector<ProgramUnit> m_units;
    std::vector<NameDefinition> m_all;
    std::unordered_map<ScopedName, u32, HashOfScopedName> m_by_name;
    std::unordered_map<std::string_view, u32> m_exported;
    std::vector<MacroRegion> m_macros;  // of each file together, in their order
    std::unordered_map<const WorkspaceFile*, std::pair<u32, u32>> m_macros_of_file;
    std::unordered_map<const WorkspaceFile*, std::vector<DataSwitch>> m_switches;
    std::unordered_map<const WorkspaceFile*, u32> m_unit_of_file;
};

}  // namespace mariner::language
