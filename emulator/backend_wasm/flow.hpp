#pragma once
// A region's flow of control, made fit for a language that has blocks and loops but no jumps.
//
// Node 0 is the dispatcher: everything that may be entered from outside, or by a computed jump, is entered from it, by
// the number in a variable. A loop that can be entered at more than one place (irreducible flow, or a loop within a
// loop at which a run may begin again) gets a dispatcher of its own in front. Then each loop has one entry, and the
// nodes can be written one within the other along the tree of dominators (Ramsey, "Beyond Relooper", 2022).

#include <array>
#include <vector>

#include "emulator/support/types.hpp"

namespace mariner::backend_wasm {

struct FlowEdge {
    u32 to = 0;   // the node to come to
    u32 hop = 0;  // the node to go to: `to`, or a dispatcher that leads there
};

struct FlowNode {
    std::vector<FlowEdge> edges;
    bool is_dispatcher = false;
    bool is_loop = false;   // an edge leads back to it
    bool is_merge = false;  // several edges lead forward to it
    u32 order = 0;          // in reverse postorder
    u32 dominator = 0;
    u32 cycle = 0;               // number of the outermost loop that it lies in, from 1 on
    std::vector<u32> dominated;  // the next ones in the tree, in order
};

class FlowGraph {
public:
    /// `nodes`: each with the nodes it goes to; node 0 goes to all that can be entered. `outermost_first`: loops of
    /// such a graph with fewer entries, which are to stay loops.
    explicit FlowGraph(const std::vector<std::vector<u32>>& nodes, const std::vector<u32>& outermost_first = {});

    [[nodiscard]] const FlowNode& operator[](u32 node) const { return m_nodes[node]; }
    /// With the dispatchers that were added.
    [[nodiscard]] u32 count() const { return static_cast<u32>(m_nodes.size()); }
    [[nodiscard]] bool goes_back(u32 from, u32 to) const { return m_nodes[to].order <= m_nodes[from].order; }
    /// The nodes at which loops begin, outer ones first.
    [[nodiscard]] const std::vector<u32>& loops() const { return m_loops; }
    [[nodiscard]] u32 cycle_count() const { return m_cycle_count; }

private:
    using Nodes = std::vector<u32>;
    void make_reducible(const Nodes& nodes, u32 header);
    [[nodiscard]] std::vector<Nodes> cycles(const Nodes& nodes, u32 header) const;
    u32 add_dispatcher(const Nodes& cycle, const Nodes& entries, u32 first);
    void find_order();
    void find_dominators();
    void find_merges();

    std::vector<FlowNode> m_nodes;
    std::vector<u32> m_rank;   // among `outermost_first`
    std::vector<u32> m_order;  // the nodes that can be reached
    Nodes m_loops;
    u32 m_cycle_count = 0;
};

}  // namespace mariner::backend_wasm
