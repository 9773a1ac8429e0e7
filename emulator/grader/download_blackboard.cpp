// Blackboard: ASSIGNMENT_USER_attempt_2026-03-02-10-15-00_FILE, and a receipt for every attempt: the same without
// _FILE, with ".txt". Both ASSIGNMENT and USER may hold '_'; the receipt says where one ends: `Name: Ada Lovelace
// (ada_l)`.

#include <algorithm>
#include <map>
#include <set>

#include "emulator/grader/download_form.hpp"
#include "emulator/support/calendar_time.hpp"
#include "emulator/support/text.hpp"
#include "emulator/support/text_encoding.hpp"

namespace mariner::grader {

namespace {

struct BlackboardName {
    std::string_view owner;  // ASSIGNMENT_USER
    std::string_view time;
    std::string_view file;  // empty: a receipt
    std::string_view top;
};

std::optional<BlackboardName> parse_name(std::string_view whole) {
    constexpr std::string_view mark = "_attempt_";
    constexpr size_t time_size = 19;
    const SplitPath path = split_path(whole);
    size_t at = path.top.find(mark);  // the first with a time behind it: an assignment may be called so, too
    while (at != std::string_view::npos && !parse_calendar_time(path.top.substr(at + mark.size(), time_size))) {
        at = path.top.find(mark, at + 1);
    }
    if (at == std::string_view::npos || path.top.size() < at + mark.size() + time_size) {
        return std::nullopt;
    }
    const std::string_view time = path.top.substr(at + mark.size(), time_size);
    const std::string_view end = path.top.substr(at + mark.size() + time_size);
    const bool is_receipt = !path.has_folder && end == ".txt";
    const bool has_file = end.size() > 1 && end[0] == '_';
    const size_t bar = path.top.rfind('_', at == 0 ? 0 : at - 1);
    if (!(is_receipt || has_file || (path.has_folder && end.empty())) || bar == 0 || bar == std::string_view::npos ||
        bar >= at) {
        return std::nullopt;
    }
    return BlackboardName{path.top.substr(0, at), time,
                          path.has_folder ? path.rest
                          : has_file      ? end.substr(1)
                                          : std::string_view(),
                          path.top};
}

struct BlackboardUser {
    std::string name;  // as the receipt has it
    std::string user;
};

/// Whose receipt it is; its words are of any language.
std::optional<BlackboardUser> read_receipt(std::string_view text, std::string_view owner) {
    for (std::string_view line : lines_of(text)) {
        line = trim(line);
        const size_t open = line.rfind('(');
        const size_t colon = line.find(':');
        if (open == std::string_view::npos || !line.ends_with(')') || colon == std::string_view::npos || colon > open) {
            continue;
        }
        const std::string_view user = line.substr(open + 1, line.size() - open - 2);
        if (!user.empty() && owner.size() > user.size() + 1 && owner.ends_with(user) &&
            owner[owner.size() - user.size() - 1] == '_') {
            return BlackboardUser{std::string(trim(line.substr(colon + 1, open - colon - 1))), std::string(user)};
        }
    }
    return std::nullopt;
}

/// How far all begin alike, cut where a '_' stands.
size_t common_assignment(const std::set<std::string>& owners) {
    if (owners.size() < 2) {
        return std::string::npos;
    }
    const std::string& first = *owners.begin();
    const std::string& last = *owners.rbegin();  // in order, so that what these share is shared by all
    const size_t same = static_cast<size_t>(std::ranges::mismatch(first, last).in1 - first.begin());
    return same == 0 ? std::string::npos : first.rfind('_', same - 1);
}

class BlackboardForm final : public DownloadForm {
public:
    explicit BlackboardForm(const DownloadView& view) {
        std::set<std::string> unknown;
        std::set<std::string> assignments;
        for (size_t i = 0; i < view.size(); ++i) {
            const std::optional<BlackboardName> name = parse_name(view.path(i));
            if (!name) {
                continue;
            }
            const std::string owner(name->owner);
            unknown.insert(owner);
            std::optional<BlackboardUser> user =
                name->file.empty() ? read_receipt(readable_text(view.read(i)), name->owner) : std::nullopt;
            if (user) {
                assignments.insert(owner.substr(0, owner.size() - user->user.size()));
                m_users[owner] = std::move(*user);
            }
        }
        std::erase_if(unknown, [&](const std::string& owner) { return m_users.contains(owner); });
        name_without_receipts(unknown, assignments);
    }

    [[nodiscard]] Lms lms() const override { return Lms::blackboard; }
    [[nodiscard]] std::optional<FiledUnder> place(std::string_view path) const override {
        const std::optional<BlackboardName> name = parse_name(path);
        if (!name) {
            return std::nullopt;
        }
        const BlackboardUser& user = m_users.at(std::string(name->owner));
        FiledUnder filed;
        filed.student = user.name;
        filed.lms_id = user.user;
        filed.submitted = parse_calendar_time(name->time)->text();
        filed.order = filed.submitted;
        filed.name = name->file;
        filed.role = filed.name.empty() ? FiledUnder::HandInRole::evidence : FiledUnder::HandInRole::part;
        return filed;
    }

private:
    void name_without_receipts(const std::set<std::string>& owners, const std::set<std::string>& assignments) {
        const size_t common = common_assignment(owners);
        for (const std::string& owner : owners) {
            size_t begin = (common == std::string::npos ? owner.rfind('_') : common) + 1;
            for (size_t bar = owner.find('_'); bar != std::string::npos && bar + 1 < owner.size();
                 bar = owner.find('_', bar + 1)) {
                begin = assignments.contains(owner.substr(0, bar + 1)) ? bar + 1 : begin;
            }
            m_users[owner] = {owner.substr(begin), owner.substr(begin)};
        }
    }

    std::map<std::string, BlackboardUser> m_users;  // by ASSIGNMENT_USER
};

}  // namespace

std::unique_ptr<DownloadForm> blackboard_form(const DownloadView& view) {
    return std::make_unique<BlackboardForm>(view);
}

}  // namespace mariner::grader
