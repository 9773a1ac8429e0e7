// Whatever the flow of control: afterwards each loop has one entry, and every edge still leads where it led.

#include "emulator/backend_wasm/flow.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace mariner::backend_wasm {
namespace {

using Nodes = std::vector<std::vector<u32>>;

bool dominates(const FlowGraph& graph, u32 above, u32 node) {
    while (node != above && node != 0) {
        node = graph[node].dominator;
    }
    return node == above;
}

bool leads_to(const FlowGraph& graph, FlowEdge edge) {
    while (edge.hop != edge.to) {
        const std::vector<FlowEdge>& edges = graph[edge.hop].edges;
        const auto next = std::ranges::find(edges, edge.to, &FlowEdge::to);
        if (!graph[edge.hop].is_dispatcher || next == edges.end()) {
            return false;
        }
        edge = *next;
    }
    return true;
}

std::vector<bool> reached(const FlowGraph& graph) {
    std::vector<bool> seen(graph.count());
    std::vector<u32> open{0};
    while (!open.empty()) {
        const u32 node = open.back();
        open.pop_back();
        if (!seen[node]) {
            seen[node] = true;
            for (const FlowEdge& edge : graph[node].edges) {
                open.push_back(edge.hop);
            }
        }
    }
    return seen;
}

/// Empty if all is as it should be.
std::string fault_of(const Nodes& nodes, const FlowGraph& graph) {
    const std::vector<bool> seen = reached(graph);
    std::vector<u32> forward(graph.count());
    for (u32 node = 0; node < graph.count(); ++node) {
        const std::vector<FlowEdge>& edges = graph[node].edges;
        if (node < nodes.size() && edges.size() != nodes[node].size()) {
            return "an edge is lost";
        }
        for (size_t i = 0; i < edges.size() && seen[node]; ++i) {
            if ((node < nodes.size() && edges[i].to != nodes[node][i]) || !leads_to(graph, edges[i])) {
                return "an edge leads elsewhere";
            }
            const u32 to = edges[i].hop;
            if (graph.goes_back(node, to) && (!graph[to].is_loop || !dominates(graph, to, node))) {
                return "a loop has two entries";
            }
            if (!graph.goes_back(node, to)) {
                ++forward[to];
                if (!graph[to].is_merge && graph[to].dominator != node) {
                    return "a node has another place than behind its only edge";
                }
            }
        }
    }
    for (u32 node = 1; node < graph.count(); ++node) {
        if (seen[node] && forward[node] > 1 && !graph[node].is_merge) {
            return "a node that several edges lead to is no merge";
        }
    }
    return "";
}

TEST(FlowGraph, LeavesPlainLoopsAlone) {
    const Nodes nodes{{1}, {2}, {3, 2}, {1, 4}, {}};  // a loop of one node within a loop
    const FlowGraph graph(nodes);
    EXPECT_EQ(graph.count(), nodes.size());
    EXPECT_EQ(graph.loops(), (std::vector<u32>{1, 2}));
    EXPECT_EQ(fault_of(nodes, graph), "");
    EXPECT_TRUE(graph[1].is_loop && graph[2].is_loop && !graph[3].is_loop);
}

TEST(FlowGraph, GivesALoopWithTwoEntriesADispatcher) {
    const Nodes nodes{{1}, {2, 3}, {3}, {2}};
    const FlowGraph graph(nodes);
    ASSERT_EQ(graph.count(), nodes.size() + 1);
    EXPECT_TRUE(graph[4].is_dispatcher && graph[4].is_loop);
    EXPECT_EQ(graph[1].edges[0].hop, 4U);
    EXPECT_EQ(graph[1].edges[1].hop, 4U);
    EXPECT_EQ(fault_of(nodes, graph), "");
}

TEST(FlowGraph, KeepsInnerLoopsWhereOuterOnesCanBeEnteredThere) {
    const Nodes plain{{1}, {2}, {2, 3}, {1, 4}, {}};
    Nodes nodes = plain;
    nodes[0] = {1, 2};
    const FlowGraph graph(nodes, FlowGraph(plain).loops());
    EXPECT_EQ(graph[2].edges[0].hop, 2U);  // the inner loop goes back to itself
    EXPECT_EQ(graph[3].edges[0].hop, 5U);  // the outer one by a dispatcher
    EXPECT_EQ(fault_of(nodes, graph), "");
}

TEST(FlowGraph, MakesAnyFlowReducible) {
    std::mt19937_64 random(1);
    for (int round = 0; round < 3000; ++round) {
        const u32 count = 2 + static_cast<u32>(random() % 30);
        Nodes nodes(count);
        for (u32 node = 0; node < count; ++node) {
            const u32 edges = node == 0 ? 1 + static_cast<u32>(random() % 4) : static_cast<u32>(random() % 3);
            for (u32 i = 0; i < edges; ++i) {
                nodes[node].push_back(node == 0 ? 1 + static_cast<u32>(random() % (count - 1))
                                                : static_cast<u32>(random() % count));
            }
        }
        std::ranges::sort(nodes[0]);
        nodes[0].erase(std::unique(nodes[0].begin(), nodes[0].end()), nodes[0].end());
        const FlowGraph graph(nodes);
        ASSERT_EQ(fault_of(nodes, graph), "") << "round " << round;
        Nodes entered = nodes;
        entered[0].insert(entered[0].end(), graph.loops().begin(), graph.loops().end());
        std::ranges::sort(entered[0]);
        entered[0].erase(std::unique(entered[0].begin(), entered[0].end()), entered[0].end());
        ASSERT_EQ(fault_of(entered, FlowGraph(entered, graph.loops())), "") << "round " << round;
    }
}

}  // namespace
}  // namespace mariner::backend_wasm
