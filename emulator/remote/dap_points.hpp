#pragma once
// The client's breakpoints and those of the session that stand for them. A client sends all of one group (a file's, the
// functions' ...) anew whenever one of them changes. Called by dap_server.

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/debugger/session.hpp"

namespace mariner::remote {

class DapPoints {
public:
    static constexpr size_t most = 10'000;

    /// Takes a group's breakpoints out of the session.
    void clear(debugger::Session& session, std::string_view group) {
        std::erase_if(m_points, [&](const ClientPoint& point) {
            if (point.group != group) {
                return false;
            }
            for (const int id : point.session_ids) {
                session.remove(id);
            }
            return true;
        });
    }

    /// The number that the client knows it by; a line may have several instructions, or none.
    int add(std::string_view group, std::vector<int> session_ids) {
        m_points.push_back({++m_last_id, std::string(group), std::move(session_ids)});
        return m_last_id;
    }

    /// By the number that the session knows it by; null if it is none of the client's.
    struct ClientPoint;
    [[nodiscard]] const ClientPoint* find(int session_id) const {
        const auto found = std::find_if(m_points.begin(), m_points.end(), [&](const ClientPoint& point) {
            return std::find(point.session_ids.begin(), point.session_ids.end(), session_id) != point.session_ids.end();
        });
        return found == m_points.end() ? nullptr : &*found;
    }

    /// They are counted from the beginning of a run.
    void forget_hits(debugger::Session& session) const {
        for (const ClientPoint& point : m_points) {
            for (const int id : point.session_ids) {
                if (debugger::Point* const one = session.find_point(id)) {
                    one->hits = 0;
                }
            }
        }
    }

    [[nodiscard]] size_t size() const { return m_points.size(); }

    struct ClientPoint {
        int id = 0;
        std::string group;
        std::vector<int> session_ids;
    };

private:
    std::vector<ClientPoint> m_points;
    int m_last_id = 0;
};

}  // namespace mariner::remote
