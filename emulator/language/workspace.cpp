#include "emulator/language/workspace.hpp"

#include <algorithm>
#include <set>

#include "emulator/platform/paths.hpp"
#include "emulator/support/file.hpp"
#include "emulator/tutor/tutor.hpp"

namespace mariner::language {

namespace fs = std::filesystem;

namespace {

/// A folder with more sources isn't one program's.
constexpr size_t most_siblings = 64;
constexpr size_t most_sources = 2000;
constexpr size_t most_sibling_bytes = size_t{256} << 10;
/// Of files that aren't open; beyond it all are read again when they are asked for.
constexpr u64 most_disk_bytes = u64{16} << 20;
constexpr size_t most_views = 32;
constexpr size_t most_disk_files = 1000;

const std::shared_ptr<const WorkspaceFile> no_such_file;

bool is_source_name(std::string_view path) {
    return path.ends_with(".asm") || path.ends_with(".s") || path.ends_with(".S") || path.ends_with(".inc");
}

bool lies_in(std::string_view path, std::string_view folder) {
    const bool ends_so = !folder.empty() && platform::is_separator(folder.back());
    return path.starts_with(folder) &&
           (ends_so || path.size() == folder.size() || platform::is_separator(path[folder.size()]));
}

/// The assembler's way to the workspace's files.
class WorkspaceSources final : public SourceProvider {
public:
    using Texts = std::map<std::string, std::string>;

    explicit WorkspaceSources(Workspace& workspace, const Texts* texts = nullptr)
        : m_workspace(&workspace), m_texts(texts) {}

    Result<std::string> read(const std::string& path, size_t limit) override {
        if (m_texts != nullptr && m_texts->contains(normal_path(path))) {
            return m_texts->at(normal_path(path));
        }
        const auto& file = m_workspace->find(normal_path(path));
        if (!file || file->text.text().size() > limit) {
            return Error{path + (file ? " (File too large)" : " (No such file or directory)")};
        }
        return file->text.text();
    }
    std::string absolute_path(const std::string& path) override { return path; }

private:
    Workspace* m_workspace;
    const Texts* m_texts;
};

}  // namespace

std::string normal_path(const std::string& path) {
    return platform::is_absolute(path) ? fs::path(path).lexically_normal().string() : path;
}

// --- Views

bool ProgramView::contains(std::string_view path) const {
    return std::any_of(m_units.begin(), m_units.end(), [&](const ProgramUnit& unit) {
        return std::any_of(unit.files.begin(), unit.files.end(), [&](const auto& file) { return file->path == path; });
    });
}

std::vector<std::string> ProgramView::roots() const {
    std::vector<std::string> roots;
    for (const ProgramUnit& unit : m_units) {
        roots.push_back(unit.root);
    }
    return roots;
}

std::vector<u64> ProgramView::versions() const {
    std::vector<u64> versions;
    for (const ProgramUnit& unit : m_units) {
        versions.push_back(0);
        for (const auto& file : unit.files) {
            versions.push_back(file->version);
        }
    }
    return versions;
}

/// Never made, or broken off at a time when that was wanted.
bool ProgramView::is_missing(const std::optional<Assembly>& one) const {
    return !one || (one->was_interrupted && !m_workspace->is_interrupted());
}

const Assembly& ProgramView::assembly() {
    if (is_missing(m_assembly)) {
        WorkspaceSources sources(*m_workspace);
        m_assembly = assemble(roots(), sources, m_workspace->assembler_options());
    }
    return *m_assembly;
}

const Assembly& ProgramView::taught() {
    if (is_missing(m_taught)) {
        WorkspaceSources sources(*m_workspace);
        m_taught = assembly();
        if (!m_taught->was_interrupted) {
            teach(m_taught->diagnostics, roots(), sources, m_workspace->assembler_options());
            m_taught->was_interrupted = m_workspace->is_interrupted();
        }
    }
    return *m_taught;
}

Assembly ProgramView::assemble_with(const std::map<std::string, std::string>& texts, bool with_all_errors) {
    WorkspaceSources sources(*m_workspace, &texts);
    AssemblerOptions options = m_workspace->assembler_options();
    options.collect_all_errors = with_all_errors;
    return assemble(roots(), sources, options);
}

const ProgramNames& ProgramView::names() {
    if (!m_names) {
        m_names.emplace(m_units);
    }
    return *m_names;
}

// --- Files

/// What a program that nobody wrote by hand may take, so that memory stays in proportion to the text.
AssemblerOptions Workspace::assembler_options() {
    AssemblerOptions options;
    options.collect_references = true;
    options.limits.expanded_lines = 400'000;
    options.limits.expanded_bytes = u64{24} << 20;
    options.limits.data_items = u64{8} << 20;
    if (m_should_stop) {
        options.should_stop = [this] {
            m_is_interrupted = m_is_interrupted || m_should_stop();
            return m_is_interrupted;
        };
    }
    return options;
}

void Workspace::set_folders(const std::vector<std::string>& folders) {
    m_has_folders = !folders.empty();
    m_folders.clear();
    for (const std::string& folder : folders) {
        if (const std::string real = platform::real_path(folder); !real.empty()) {
            m_folders.push_back(real);
        }
    }
    m_disk.clear();
    m_views.clear();
}

void Workspace::set_programs(std::vector<std::vector<std::string>> programs) {
    m_programs = std::move(programs);
    m_views.clear();
}

void Workspace::open(const std::string& path, std::string text) {
    TextDocument document(std::move(text));
    FileIndex index(document);
    m_open[path] =
        std::make_shared<const WorkspaceFile>(WorkspaceFile{path, std::move(document), std::move(index), ++m_version});
}

bool Workspace::change(const std::string& path, const TextRange& range, std::string_view by) {
    const auto found = m_open.find(path);
    if (found == m_open.end()) {
        return false;
    }
    forget_views_of(path);  // they hold the file as it was
    if (found->second.use_count() > 1) {
        found->second = std::make_shared<const WorkspaceFile>(*found->second);
    }
    // Nobody else has it: it was made above, or nobody was left.
    auto& file = const_cast<WorkspaceFile&>(*found->second);
    file.index.update(file.text, file.text.replace(range, by));
    file.version = ++m_version;
    return true;
}

void Workspace::close(const std::string& path) {
    m_open.erase(path);
    m_links.erase(path);
    forget_views_of(path);
}

void Workspace::forget_views_of(const std::string& path) {
    std::erase_if(m_views, [&](const auto& entry) { return !entry.second || entry.second->contains(path); });
}

std::vector<std::string> Workspace::open_paths() const {
    std::vector<std::string> paths;
    for (const auto& [path, file] : m_open) {
        paths.push_back(path);
    }
    return paths;
}

bool Workspace::may_read(const std::string& path) {
    const std::string real = platform::is_absolute(path) ? platform::real_path(path) : "";
    if (real.empty() || platform::kind_of(real) != platform::FileKind::regular) {
        return false;
    }
    if (m_has_folders) {
        return std::any_of(m_folders.begin(), m_folders.end(),
                           [&](const std::string& folder) { return lies_in(real, folder); });
    }
    return std::any_of(m_open.begin(), m_open.end(), [&](const auto& open) {
        const std::string folder(platform::folder_part(open.first));
        const std::string real_folder = folder.empty() ? "" : platform::real_path(folder);
        return !real_folder.empty() && lies_in(real, real_folder);
    });
}

std::shared_ptr<const WorkspaceFile> Workspace::read_disk(const std::string& path) {
    Result<std::string> bytes = read_file(path, AssemblerLimits{}.source_bytes);
    if (!bytes) {
        return nullptr;
    }
    TextDocument document(std::move(*bytes));
    FileIndex index(document);
    return std::make_shared<const WorkspaceFile>(
        WorkspaceFile{path, std::move(document), std::move(index), ++m_version});
}

const std::shared_ptr<const WorkspaceFile>& Workspace::find(const std::string& path) {
    if (const auto open = m_open.find(path); open != m_open.end()) {
        return open->second;
    }
    if (!may_read(path)) {
        m_disk.erase(path);
        return no_such_file;
    }
    std::error_code error;
    const fs::file_time_type time = fs::last_write_time(path, error);
    const u64 size = fs::file_size(path, error);
    DiskFile& known = m_disk[path];
    if (known.file && known.time == time && known.size == size) {
        return known.file;
    }
    known = {time, size, read_disk(path)};
    m_disk_bytes += size;
    if (m_disk.size() > most_disk_files || m_disk_bytes > most_disk_bytes) {
        DiskFile kept = std::move(known);
        m_disk.clear();
        m_disk_bytes = size;
        return (m_disk[path] = std::move(kept)).file;
    }
    return known.file;
}

std::shared_ptr<const WorkspaceFile> Workspace::read_once(const std::string& path) {
    const auto open = m_open.find(path);
    if (open != m_open.end()) {
        return open->second;
    }
    return may_read(path) ? read_disk(path) : nullptr;
}

std::vector<std::string> Workspace::source_files(const std::string& folder) {
    std::set<std::string> files;
    for (const auto& [path, file] : m_open) {
        if (platform::folder_part(path) == folder) {
            files.insert(path);
        }
    }
    std::error_code error;
    if (!platform::is_absolute(folder)) {
        return {files.begin(), files.end()};
    }
    for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
        const std::string path = at->path().string();
        std::error_code trouble;
        const bool is_small = at->is_regular_file(trouble) && at->file_size(trouble) <= most_sibling_bytes;
        if (is_source_name(path) && is_small && files.insert(path).second && files.size() > most_siblings) {
            return {};
        }
    }
    return {files.begin(), files.end()};
}

std::vector<std::string> Workspace::all_source_files() {
    std::set<std::string> files;
    for (const auto& [path, file] : m_open) {
        files.insert(path);
    }
    std::error_code error;
    for (const std::string& folder : m_folders) {
        fs::recursive_directory_iterator at(folder, fs::directory_options::skip_permission_denied, error);
        for (u32 seen = 0; !error && at != fs::recursive_directory_iterator() && seen < 10 * most_sources; ++seen) {
            const std::string path = at->path().string();
            std::error_code trouble;
            if (path.ends_with("/.git")) {
                at.disable_recursion_pending();
            } else if (is_source_name(path) && files.size() < most_sources && at->is_regular_file(trouble) &&
                       at->file_size(trouble) <= most_sibling_bytes) {
                files.insert(path);
            }
            at.increment(error);
        }
    }
    return {files.begin(), files.end()};
}

std::string Workspace::included_path(const std::string& including, std::string_view name) {
    return normal_path(WorkspaceSources(*this).include_path(including, name));
}

// --- Programs

Workspace::FileLinks Workspace::links_of(const std::string& path) {
    const std::shared_ptr<const WorkspaceFile> file = find(path);
    if (!file) {
        return {};
    }
    if (m_links.size() > 2 * most_disk_files) {
        m_links.clear();
    }
    FileLinks& links = m_links[path];
    if (links.version == file->version) {
        return links;
    }
    links = {file->version, {}, {}};
    std::set<u32> exported;
    file->index.for_each([&](const NameUse& use) {
        if (use.role == NameRole::file) {
            const std::string_view name = file->text.line(use.line).substr(use.offset, use.length);
            links.includes.push_back(included_path(path, name));
        } else if (use.role == NameRole::global) {
            exported.insert(use.hash);
        }
    });
    if (!exported.empty()) {
        file->index.for_each([&](const NameUse& use) {
            if (use.role == NameRole::label && exported.contains(use.hash)) {
                links.exports.emplace_back(file->text.line(use.line).substr(use.offset, use.length));
            }
        });
    }
    return links;
}

ProgramUnit Workspace::unit_of(const std::string& root) {
    ProgramUnit unit{root, {}};
    std::set<std::string> seen;
    std::vector<std::string> waiting{root};
    const u32 depth_limit = AssemblerLimits{}.include_depth * 10;
    while (!waiting.empty() && seen.size() < depth_limit) {
        const std::string path = waiting.back();
        waiting.pop_back();
        const std::shared_ptr<const WorkspaceFile> file = find(path);
        if (!file || !seen.insert(path).second) {
            continue;
        }
        unit.files.push_back(file);
        const std::vector<std::string> includes = links_of(path).includes;
        waiting.insert(waiting.end(), includes.rbegin(), includes.rend());
    }
    return unit;
}

/// The file that includes it, if one does, and so on up.
std::string Workspace::root_of(const std::string& path, const std::vector<std::string>& candidates) {
    std::string root = path;
    std::set<std::string> seen{path};
    for (bool is_higher = true; is_higher;) {
        is_higher = false;
        for (const std::string& other : candidates) {
            const std::vector<std::string> includes = links_of(other).includes;
            if (std::ranges::find(includes, root) != includes.end() && seen.insert(other).second) {
                root = other;
                is_higher = true;
                break;
            }
        }
    }
    return root;
}

/// And those of the folders above, as far as they belong to the workspace: one of them may include the file.
std::vector<std::string> Workspace::with_files_above(const std::string& path, std::vector<std::string> candidates) {
    constexpr int highest = 8;
    std::string folder(platform::folder_part(path));
    for (int up = 0; up < highest; ++up) {
        const std::string above(platform::folder_part(folder.substr(0, folder.empty() ? 0 : folder.size() - 1)));
        const bool is_ours = !above.empty() && above != folder &&
                             std::ranges::any_of(m_folders, [&](const auto& one) { return lies_in(above, one); });
        if (!is_ours) {
            break;
        }
        const std::vector<std::string> more = source_files(above);
        candidates.insert(candidates.end(), more.begin(), more.end());
        folder = above;
    }
    return candidates;
}

bool Workspace::names_without_defining(const ProgramUnit& unit, const std::vector<std::string>& names) {
    std::set<u32> wanted;
    for (const std::string& name : names) {
        wanted.insert(hash_of(name));
    }
    std::set<u32> used;
    std::set<u32> defined;
    for (const auto& file : unit.files) {
        file->index.for_each([&](const NameUse& use) {
            const bool is_use = use.role == NameRole::operand;
            if (wanted.contains(use.hash) && !(is_use && use.access == NameAccess::none)) {
                (is_use ? used : defined).insert(use.hash);
            }
        });
    }
    return std::any_of(used.begin(), used.end(), [&](u32 hash) { return !defined.contains(hash); });
}

bool Workspace::has_main(const ProgramUnit& unit) {
    return std::any_of(unit.files.begin(), unit.files.end(), [](const auto& file) {
        const std::vector<NameUse> uses = file->index.uses_of(file->text, "main");
        return std::ranges::find(uses, NameRole::label, &NameUse::role) != uses.end();
    });
}

/// Files beside it whose .globl names the program needs; and the one that needs this one's, if there is only one.
void Workspace::add_linked(std::vector<ProgramUnit>& units, const std::vector<std::string>& candidates) {
    std::set<std::string> included;
    for (const std::string& other : candidates) {
        const std::vector<std::string> includes = links_of(other).includes;
        included.insert(includes.begin(), includes.end());
    }
    const auto is_free = [&](const std::string& other) {
        return !included.contains(other) && std::ranges::find(units, other, &ProgramUnit::root) == units.end();
    };
    const auto has_no_second_main = [&](const std::string& other) {
        return std::none_of(units.begin(), units.end(), has_main) || !has_main(unit_of(other));
    };
    std::vector<std::string> users;
    for (const std::string& other : candidates) {
        if (is_free(other) && !links_of(units[0].root).exports.empty() &&
            names_without_defining(unit_of(other), links_of(units[0].root).exports)) {
            users.push_back(other);
        }
    }
    if (users.size() == 1 && has_no_second_main(users[0])) {
        units.push_back(unit_of(users[0]));
    }
    for (size_t i = 0; i < units.size(); ++i) {
        for (const std::string& other : candidates) {
            const std::vector<std::string> exports =
                is_free(other) ? links_of(other).exports : std::vector<std::string>();
            const bool is_needed = !exports.empty() && names_without_defining(units[i], exports);
            // Where two files export the same name, nobody can tell which one is meant.
            const bool is_alone =
                is_needed && std::none_of(candidates.begin(), candidates.end(), [&](const auto& third) {
                    const std::vector<std::string> others = links_of(third).exports;
                    return third != other && std::any_of(exports.begin(), exports.end(), [&](const std::string& name) {
                               return std::ranges::find(others, name) != others.end();
                           });
                });
            if (is_alone && has_no_second_main(other)) {
                units.push_back(unit_of(other));
            }
        }
    }
    const auto main = std::find_if(units.begin(), units.end(), has_main);
    if (main != units.end()) {
        std::rotate(units.begin(), main, main + 1);
    }
}

std::vector<ProgramUnit> Workspace::units_of(const std::string& path) {
    std::vector<ProgramUnit> units;
    for (const std::vector<std::string>& program : m_programs) {
        for (const std::string& root : program) {
            units.push_back(unit_of(root));
        }
        const bool has_it = std::any_of(units.begin(), units.end(), [&](const ProgramUnit& unit) {
            return std::any_of(unit.files.begin(), unit.files.end(),
                               [&](const auto& file) { return file->path == path; });
        });
        if (has_it) {
            return units;
        }
        units.clear();
    }
    std::string root = path;
    std::vector<std::string> candidates = source_files(std::string(platform::folder_part(path)));
    if (!has_main(unit_of(path))) {
        root = root_of(path, with_files_above(path, candidates));
        candidates = source_files(std::string(platform::folder_part(root)));
    }
    units.push_back(unit_of(root));
    if (candidates.size() > 1) {
        add_linked(units, candidates);
    }
    return units;
}

std::shared_ptr<ProgramView> Workspace::program_of(const std::string& path) {
    auto view = std::make_shared<ProgramView>(*this, units_of(path));
    std::shared_ptr<ProgramView>& known = m_views[path];
    if (known && known->versions() == view->versions() && known->roots() == view->roots()) {
        return known;
    }
    for (const auto& [other, candidate] : m_views) {
        if (candidate && candidate->versions() == view->versions() && candidate->roots() == view->roots()) {
            return known = candidate;
        }
    }
    if (m_views.size() > most_views) {
        m_views.clear();
        return m_views[path] = view;
    }
    return known = view;
}

}  // namespace mariner::language
