#include "emulator/backend_wasm/flow.hpp"

#include <algorithm>

#include "emulator/support/sort_unique.hpp"

namespace mariner::backend_wasm {

namespace {

constexpr u32 unset = ~u32{0};

/// Of a search in depth: a node, and the edge to look at next.
struct NodeVisit {
    u32 node;
    size_t edge;
};

bool is_among(const std::vector<u32>& sorted, u32 node) {
    return std::binary_search(sorted.begin(), sorted.end(), node);
}

/// Strongly connected groups of some nodes (Tarjan), without recursion: a region may be one long chain.
class CycleFinder {
public:
    CycleFinder(const std::vector<FlowNode>& graph, const std::vector<u32>& among, u32 header)
        : m_graph(graph),
          m_among(among),
          m_header(header),
          m_index(graph.size(), unset),
          m_low(graph.size(), unset),
          m_is_open(graph.size()) {}

    std::vector<std::vector<u32>> find() {
        for (const u32 node : m_among) {
            if (node != m_header && m_index[node] == unset) {
                visit(node);
            }
        }
        return m_found;
    }

private:
    void begin(u32 node) {
        m_index[node] = m_low[node] = m_count++;
        m_is_open[node] = true;
        m_open.push_back(node);
        m_visits.push_back({node, 0});
    }

    void visit(u32 first) {
        begin(first);
        while (!m_visits.empty()) {
            NodeVisit& visit = m_visits.back();
            const std::vector<FlowEdge>& edges = m_graph[visit.node].edges;
            if (visit.edge == edges.size()) {
                finish();
                continue;
            }
            const u32 to = edges[visit.edge++].hop;
            if (to == m_header || !is_among(m_among, to)) {
                continue;
            }
            if (m_index[to] == unset) {
                begin(to);
            } else if (m_is_open[to]) {
                m_low[visit.node] = std::min(m_low[visit.node], m_index[to]);
            }
        }
    }

    void finish() {
        const u32 node = m_visits.back().node;
        m_visits.pop_back();
        if (!m_visits.empty()) {
            u32& low = m_low[m_visits.back().node];
            low = std::min(low, m_low[node]);
        }
        if (m_low[node] != m_index[node]) {
            return;
        }
        std::vector<u32> group;
        do {
            group.push_back(m_open.back());
            m_is_open[m_open.back()] = false;
            m_open.pop_back();
        } while (group.back() != node);
        const auto leads_to_itself = [&](const FlowEdge& edge) { return edge.hop == node; };
        if (group.size() > 1 || std::ranges::any_of(m_graph[node].edges, leads_to_itself)) {
            sort_unique(group);
            m_found.push_back(std::move(group));
        }
    }

    const std::vector<FlowNode>& m_graph;
    const std::vector<u32>& m_among;
    const u32 m_header;
    std::vector<u32> m_index;
    std::vector<u32> m_low;
    std::vector<bool> m_is_open;
    std::vector<u32> m_open;
    std::vector<NodeVisit> m_visits;
    std::vector<std::vector<u32>> m_found;
    u32 m_count = 0;
};

}  // namespace

FlowGraph::FlowGraph(const std::vector<std::vector<u32>>& nodes, const std::vector<u32>& outermost_first)
    : m_nodes(nodes.size()), m_rank(nodes.size(), unset) {
    for (u32 rank = 0; rank < outermost_first.size(); ++rank) {
        m_rank[outermost_first[rank]] = rank;
    }
    Nodes all;
    for (u32 node = 0; node < nodes.size(); ++node) {
        for (const u32 to : nodes[node]) {
            m_nodes[node].edges.push_back({to, to});
        }
        all.push_back(node);
    }
    m_nodes[0].is_dispatcher = true;
    make_reducible(all, 0);
    find_order();
    find_dominators();
    find_merges();
}

std::vector<std::vector<u32>> FlowGraph::cycles(const Nodes& nodes, u32 header) const {
    return CycleFinder(m_nodes, nodes, header).find();
}

/// `header` is the one entry of `nodes`; what is left without it has cycles of its own.
void FlowGraph::make_reducible(const Nodes& nodes, u32 header) {
    for (Nodes& cycle : cycles(nodes, header)) {
        Nodes entries;
        for (const u32 from : nodes) {
            for (const FlowEdge& edge : m_nodes[from].edges) {
                if (is_among(cycle, edge.hop) && !is_among(cycle, from)) {
                    entries.push_back(edge.hop);
                }
            }
        }
        sort_unique(entries);
        if (entries.empty()) {
            continue;  // nothing leads there
        }
        // Lowest rank, then lowest address: that is where the outermost of the cycle's loops most likely begins.
        const u32 first = *std::ranges::min_element(entries, {}, [this](u32 entry) { return m_rank[entry]; });
        m_loops.push_back(first);
        u32 entry = first;
        if (entries.size() > 1) {
            m_loops.insert(m_loops.end(), entries.begin(), entries.end());
            entry = add_dispatcher(cycle, entries, first);
            cycle.push_back(entry);
        }
        if (header == 0) {
            ++m_cycle_count;
        }
        for (const u32 node : cycle) {
            m_nodes[node].cycle = header == 0 ? m_cycle_count : m_nodes[node].cycle;
        }
        m_nodes[entry].cycle = m_nodes[first].cycle;
        make_reducible(cycle, entry);
    }
}

/// In front of a cycle with several entries. Of the cycle's own edges only those back to the `first` go by it; what is
/// left has fewer cycles.
u32 FlowGraph::add_dispatcher(const Nodes& cycle, const Nodes& entries, u32 first) {
    const u32 dispatcher = count();
    FlowNode added;
    added.is_dispatcher = true;
    for (u32 from = 0; from < dispatcher; ++from) {
        for (FlowEdge& edge : m_nodes[from].edges) {
            if (is_among(cycle, from) ? edge.hop != first : !is_among(entries, edge.hop)) {
                continue;
            }
            if (std::ranges::find(added.edges, edge.to, &FlowEdge::to) == added.edges.end()) {
                added.edges.push_back(edge);
            }
            edge.hop = dispatcher;
        }
    }
    m_nodes.push_back(std::move(added));
    m_rank.push_back(unset);
    return dispatcher;
}

void FlowGraph::find_order() {
    std::vector<bool> seen(m_nodes.size());
    std::vector<NodeVisit> visits{{0, 0}};
    seen[0] = true;
    while (!visits.empty()) {
        NodeVisit& visit = visits.back();
        const std::vector<FlowEdge>& edges = m_nodes[visit.node].edges;
        if (visit.edge == edges.size()) {
            m_order.push_back(visit.node);
            visits.pop_back();
            continue;
        }
        const u32 to = edges[visit.edge++].hop;
        if (!seen[to]) {
            seen[to] = true;
            visits.push_back({to, 0});
        }
    }
    std::ranges::reverse(m_order);
    for (u32 i = 0; i < m_order.size(); ++i) {
        m_nodes[m_order[i]].order = i;
    }
}

/// Cooper, Harvey and Kennedy's way. The flow is reducible, so that once around is enough.
void FlowGraph::find_dominators() {
    for (FlowNode& node : m_nodes) {
        node.dominator = unset;
    }
    m_nodes[0].dominator = 0;
    const auto meet = [this](u32 a, u32 b) {
        while (a != b) {
            u32& later = m_nodes[a].order > m_nodes[b].order ? a : b;
            later = m_nodes[later].dominator;
        }
        return a;
    };
    for (const u32 node : m_order) {
        for (const FlowEdge& edge : m_nodes[node].edges) {
            FlowNode& to = m_nodes[edge.hop];
            if (edge.hop != 0 && to.order > m_nodes[node].order) {
                to.dominator = to.dominator == unset ? node : meet(to.dominator, node);
            }
        }
    }
    for (const u32 node : m_order) {
        if (node != 0) {
            m_nodes[m_nodes[node].dominator].dominated.push_back(node);
        }
    }
}

void FlowGraph::find_merges() {
    std::vector<u32> forward(m_nodes.size());
    for (const u32 node : m_order) {
        for (const FlowEdge& edge : m_nodes[node].edges) {
            if (goes_back(node, edge.hop)) {
                m_nodes[edge.hop].is_loop = true;
            } else {
                ++forward[edge.hop];
            }
        }
    }
    for (u32 node = 0; node < count(); ++node) {
        m_nodes[node].is_merge = forward[node] > 1;
    }
    // A dispatcher goes on by a table of places.
    for (const FlowNode& node : m_nodes) {
        for (const FlowEdge& edge : node.edges) {
            m_nodes[edge.hop].is_merge |= node.is_dispatcher;
        }
    }
}

}  // namespace mariner::backend_wasm
