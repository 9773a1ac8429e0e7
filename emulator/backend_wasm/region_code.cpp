#include "emulator/backend_wasm/region_code.hpp"

#include <algorithm>

#include "emulator/backend_wasm/flow.hpp"
#include "emulator/backend_wasm/module_writer.hpp"
#include "emulator/support/sort_unique.hpp"
#include "emulator/translate/lower.hpp"

namespace mariner::backend_wasm {

using translate::Code;
using translate::LoweredBlock;

using translate::Role;

namespace {

constexpr u32 dispatcher = 0;        // node of the flow; blocks follow
constexpr size_t longest_chain = 6;  // of comparisons in place of a table
constexpr u32 nowhere = ~u32{0};

class RegionWriter final : private ControlWriter {
public:
    RegionWriter(const translate::Listing& listing, const translate::Region& region, u32 entry, const HostPlaces& host)
        : m_listing(listing),
          m_blocks(region.blocks()),
          m_host(host),
          m_code(parameter_count),
          m_guest(m_code, host.cpu),
          m_scratch(m_code),
          m_root(node_at(entry)),
          m_flow(make_flow()) {}

    RegionCode write() {
        m_site = m_code.new_local(WasmType::i32);
        m_pc = m_code.new_local(WasmType::i32);
        note_registers();
        m_guest.load_all();
        m_leave = m_code.open(Opcode::block);
        m_forward.resize(m_flow.count());
        m_back.resize(m_flow.count());
        m_landing.resize(m_flow.count());
        write_tree(dispatcher);
        m_code.close();
        write_end();
        return {write_module(m_code), first(), entries(), std::move(m_sites)};
    }

private:
    static constexpr u32 parameter_count = 2;
    static constexpr Local m_next = 0;       // parameter: the instruction to dispatch to, counted from the first
    static constexpr Local m_remaining = 1;  // parameter: the budget

    [[nodiscard]] u32 first() const { return m_blocks.front().first; }
    [[nodiscard]] const translate::Block& block_of(u32 node) const { return m_blocks[node - 1]; }
    [[nodiscard]] u32 number_of(u32 node) const { return block_of(node).first - first(); }
    [[nodiscard]] u32 node_at(u32 instruction) const {
        const auto at = std::ranges::lower_bound(m_blocks, instruction, {}, &translate::Block::first);
        return at != m_blocks.end() && at->first == instruction ? static_cast<u32>(at - m_blocks.begin()) + 1 : nowhere;
    }

    // ---- the flow of control

    /// Where runs begin, calls come back to and go to, what follows a way out, and what nothing here leads to: computed
    /// jumps may.
    std::vector<u32> outer_entries(const std::vector<std::vector<u32>>& nodes) const {
        std::vector<u32> entries{m_root};
        std::vector<bool> is_led_to(nodes.size());
        for (const std::vector<u32>& node : nodes) {
            for (const u32 to : node) {
                is_led_to[to] = true;
            }
        }
        for (u32 node = 1; node <= m_blocks.size(); ++node) {
            const translate::Block& block = block_of(node);
            const Role role = m_listing.role(block.end - 1);
            if (block.is_return_point || !is_led_to[node]) {
                entries.push_back(node);
            }
            if (role == Role::call) {
                entries.push_back(node_at(m_listing.target(block.end - 1)));
            }
            if (role == Role::syscall || role == Role::foreign) {
                entries.push_back(node_at(block.end));
            }
        }
        sort_unique(entries);
        std::erase(entries, nowhere);
        return entries;
    }

    /// A run can also begin where a loop does, since that is where budgets end.
    FlowGraph make_flow() {
        std::vector<std::vector<u32>> nodes(m_blocks.size() + 1);
        for (u32 node = 1; node < nodes.size(); ++node) {
            const u32 last = block_of(node).end - 1;
            const Role role = m_listing.role(last);
            const bool has_target = role == Role::branch || role == Role::jump || role == Role::call;
            const auto add = [&](u32 to) {
                if (to != nowhere) {
                    nodes[node].push_back(to);
                }
            };
            if (has_target) {
                add(node_at(m_listing.target(last)));
            }
            if (role == Role::branch || role == Role::plain) {
                add(node_at(last + 1));
            }
            if (role == Role::jump_register || role == Role::call_register) {
                add(dispatcher);
            }
        }
        nodes[dispatcher] = outer_entries(nodes);
        const std::vector<u32> loops = FlowGraph(nodes).loops();
        nodes[dispatcher].insert(nodes[dispatcher].end(), loops.begin(), loops.end());
        sort_unique(nodes[dispatcher]);
        return FlowGraph(nodes, loops);
    }

    [[nodiscard]] std::vector<u32> entries() const {
        std::vector<u32> numbers;
        for (const FlowEdge& edge : m_flow[dispatcher].edges) {
            numbers.push_back(number_of(edge.to));
        }
        return numbers;
    }

    // ---- the function

    void note_registers() {
        for (const translate::Block& block : m_blocks) {
            m_lowered.push_back(translate::lower(m_listing, block.first, block.end));
            for (const Operation& operation : m_lowered.back().operations) {
                if (!operation.is_removed && (operation.code == Code::get || operation.code == Code::set)) {
                    m_guest.note(operation.place, operation.code == Code::set);
                }
            }
        }
        m_guest.allocate();
        choose_forms();
    }

    /// A loop, with all that lies in it, holds a pair as it uses it most.
    void choose_forms() {
        std::vector<std::array<i32, 16>> singles(m_flow.cycle_count() + 1);
        for (u32 node = 1; node <= m_blocks.size(); ++node) {
            for (const Operation& operation : m_lowered[node - 1].operations) {
                const bool is_access = operation.code == Code::get || operation.code == Code::set;
                const translate::GuestKind kind = operation.place.kind;
                if (is_access && (kind == translate::GuestKind::single || kind == translate::GuestKind::pair)) {
                    const i32 more = kind == translate::GuestKind::single ? 1 : -1;
                    singles[m_flow[node].cycle][operation.place.number / 2] += more;
                }
            }
        }
        m_forms.assign(singles.size(), GuestLocals::all_wide);
        for (u32 cycle = 1; cycle < singles.size(); ++cycle) {
            for (u32 pair = 0; pair < 16; ++pair) {
                m_forms[cycle] |= singles[cycle][pair] > 0 ? m_guest.mixed_pairs() & (1U << pair) : 0;
            }
        }
    }
    [[nodiscard]] GuestLocals::Form form_of(u32 node) const { return m_forms[m_flow[node].cycle]; }

    void write_end() {
        m_guest.store_written();
        const auto store = [this](u32 address, Local value) {
            m_code.word(address);
            m_code.get(value);
            m_code.access(Opcode::i32_store, log_word, 0);
        };
        store(m_host.remaining, m_remaining);
        store(m_host.pc, m_pc);
        m_code.get(m_site);
    }

    /// A node and all that it dominates. What several edges lead forward to stands behind a block that they leave.
    void write_tree(u32 node) {
        const FlowNode& at = m_flow[node];
        // Out of a loop with a form of its own: a way by which the registers change theirs.
        const bool begins_form = form_of(node) != GuestLocals::all_wide && m_flow[at.dominator].cycle != at.cycle;
        const WasmLabel leave_before = m_leave_loop;
        if (begins_form) {
            m_leave_loop = m_code.open(Opcode::block);
        }
        if (at.is_loop) {
            m_back[node] = m_code.open(Opcode::loop);
        }
        std::vector<u32> merges;
        std::ranges::copy_if(at.dominated, std::back_inserter(merges), [this](u32 to) { return m_flow[to].is_merge; });
        const auto has_landing = [&](u32 merge) { return at.is_dispatcher && form_of(merge) != form_of(node); };
        for (size_t i = merges.size(); i-- > 0;) {
            m_forward[merges[i]] = m_code.open(Opcode::block);
            m_landing[merges[i]] = has_landing(merges[i]) ? m_code.open(Opcode::block) : m_forward[merges[i]];
        }
        write_node(node);
        for (const u32 merge : merges) {
            if (has_landing(merge)) {
                m_code.close();
                m_guest.convert(form_of(node), form_of(merge));
            }
            m_code.close();
            write_tree(merge);
        }
        if (at.is_loop) {
            m_code.close();
        }
        if (begins_form) {
            m_code.close();
            m_guest.convert(form_of(node), GuestLocals::all_wide);
            m_code.branch(m_leave);
            m_leave_loop = leave_before;
        }
    }

    void write_node(u32 node) {
        m_node = node;
        m_guest.set_form(form_of(node));
        if (m_flow[node].is_loop) {
            look_at_budget(node);
        }
        if (m_flow[node].is_dispatcher) {
            return node == dispatcher ? write_table() : write_chain(node);
        }
        write_block(node);
    }

    void look_at_budget(u32 node) {
        m_code.get(m_remaining);
        m_code.word(0);
        m_code.emit(Opcode::i32_lt_s);
        if (!m_flow[node].is_dispatcher) {
            return leave_if({ExitKind::go_on, m_listing.address(block_of(node).first), 0});
        }
        m_code.open(Opcode::if_);
        leave_at_next();
        m_code.close();
    }

    /// To wherever `next` says, in the region or not.
    void leave_at_next() {
        m_code.get(m_next);
        m_code.word(log_word);
        m_code.emit(Opcode::i32_rotl);
        m_code.word(m_listing.address(first()));
        m_code.emit(Opcode::i32_add);
        m_code.set(m_pc);
        leave({ExitKind::jump, 0, 0});
    }

    void write_table() {
        const std::vector<FlowEdge>& edges = m_flow[dispatcher].edges;
        const WasmLabel elsewhere = m_code.open(Opcode::block);
        std::vector<WasmLabel> table(number_of(edges.back().to) + 1, elsewhere);
        for (const FlowEdge& edge : edges) {
            table[number_of(edge.to)] = m_landing[edge.hop];
        }
        m_code.get(m_next);
        m_code.branch_table(table, elsewhere);
        m_code.close();
        leave_at_next();
    }

    /// The dispatcher of a loop with several entries.
    void write_chain(u32 node) {
        const std::vector<FlowEdge>& edges = m_flow[node].edges;
        const auto less = [this](const FlowEdge& a, const FlowEdge& b) { return number_of(a.to) < number_of(b.to); };
        const auto [least, greatest] = std::ranges::minmax_element(edges, less);
        const u32 base = number_of(least->to);
        if (edges.size() > longest_chain) {
            std::vector<WasmLabel> table(number_of(greatest->to) - base + 1, m_forward[edges.front().hop]);
            for (const FlowEdge& edge : edges) {
                table[number_of(edge.to) - base] = m_forward[edge.hop];
            }
            m_code.get(m_next);
            m_code.word(base);
            m_code.emit(Opcode::i32_sub);
            return m_code.branch_table(table, m_forward[edges.front().hop]);
        }
        for (size_t i = 1; i < edges.size(); ++i) {
            m_code.get(m_next);
            m_code.word(number_of(edges[i].to));
            m_code.emit(Opcode::i32_eq);
            m_code.branch_if(m_forward[edges[i].hop]);
        }
        m_code.branch(m_forward[edges.front().hop]);
    }

    void write_block(u32 node) {
        const translate::Block& block = block_of(node);
        m_code.get(m_remaining);
        m_code.word(block.end - block.first);
        m_code.emit(Opcode::i32_sub);
        m_code.set(m_remaining);
        m_has_ended = false;
        BlockSelector(m_lowered[node - 1], m_host, m_code, m_guest, m_scratch, *this).emit();
        if (!m_has_ended) {
            go(node, block.end);
        }
    }

    // ---- ways on and out

    [[nodiscard]] const FlowEdge* edge_to(u32 node, u32 instruction) const {
        const u32 to = node_at(instruction);
        const std::vector<FlowEdge>& edges = m_flow[node].edges;
        const auto at = std::ranges::find(edges, to, &FlowEdge::to);
        return at == edges.end() ? nullptr : &*at;
    }

    /// From the end of a block on.
    void go(u32 from, u32 instruction) {
        const FlowEdge* const edge = edge_to(from, instruction);
        m_node = from;
        if (edge == nullptr) {
            return leave({ExitKind::go_on, m_listing.address(instruction), 0});
        }
        if (edge->hop != edge->to) {
            m_code.word(number_of(edge->to));
            m_code.set(m_next);
        }
        m_guest.convert(form_of(from), form_of(edge->hop));
        if (m_flow.goes_back(from, edge->hop)) {
            m_code.branch(m_back[edge->hop]);
        } else if (m_flow[edge->hop].is_merge) {
            m_code.branch(m_forward[edge->hop]);
        } else {
            write_tree(edge->hop);
        }
    }

    /// Whether a branch alone is enough to get there.
    [[nodiscard]] std::optional<WasmLabel> label_of(u32 from, u32 instruction) const {
        const FlowEdge* const edge = edge_to(from, instruction);
        if (edge == nullptr || edge->hop != edge->to || form_of(from) != form_of(edge->hop)) {
            return {};
        }
        if (m_flow.goes_back(from, edge->hop)) {
            return m_back[edge->hop];
        }
        return m_flow[edge->hop].is_merge ? std::optional(m_forward[edge->hop]) : std::nullopt;
    }

    void choose_site(const ExitSite& site) {
        m_code.word(static_cast<u32>(m_sites.size()));
        m_code.set(m_site);
        m_sites.push_back(site);
    }
    void leave(const ExitSite& site) {
        choose_site(site);
        m_code.branch(way_out());
    }
    void leave_if(const ExitSite& site) {
        choose_site(site);
        m_code.branch_if(way_out());
    }
    [[nodiscard]] WasmLabel way_out() const {
        return form_of(m_node) == GuestLocals::all_wide ? m_leave : m_leave_loop;
    }

    /// At an instruction of the block at hand that is not done.
    [[nodiscard]] ExitSite site_at(ExitKind kind, u32 instruction) const {
        return {kind, m_listing.address(instruction), block_of(m_node).end - instruction};
    }

    void leave_if(u32 instruction) override { leave_if(site_at(ExitKind::step, instruction)); }

    void leave(const Operation& operation) override {
        if (operation.code == Code::service) {
            leave({ExitKind::service, m_listing.address(operation.instruction), 0});
        } else {
            const bool is_step = operation.code != Code::interpret;
            leave(site_at(is_step ? ExitKind::step : ExitKind::interpret, operation.instruction));
        }
        m_has_ended |= operation.guard == translate::no_value;
    }

    void branch_if(const Operation& operation) override {
        const u32 node = m_node;
        const u32 target = static_cast<u32>(operation.number);
        if (const std::optional<WasmLabel> label = label_of(node, target)) {
            m_code.branch_if(*label);
        } else {
            m_code.open(Opcode::if_);
            go(node, target);
            m_code.close();
        }
        go(node, operation.instruction + 1);
        m_has_ended = true;
    }

    void branch(const Operation& operation) override {
        go(m_node, static_cast<u32>(operation.number));
        m_has_ended = true;
    }

    /// One that goes to itself counts otherwise: the checked core does it.
    void jump(const Operation& operation) override {
        m_code.tee(m_pc);
        m_code.word(m_listing.address(operation.instruction));
        m_code.emit(Opcode::i32_eq);
        leave_if(operation.instruction);
        m_code.get(m_pc);
        m_code.word(m_listing.address(first()));
        m_code.emit(Opcode::i32_sub);
        m_code.word(log_word);
        m_code.emit(Opcode::i32_rotr);
        m_code.set(m_next);
        m_guest.convert(form_of(m_node), form_of(dispatcher));
        m_code.branch(m_back[dispatcher]);
        m_has_ended = true;
    }

    const translate::Listing& m_listing;
    const std::vector<translate::Block>& m_blocks;
    const HostPlaces& m_host;
    CodeWriter m_code;
    GuestLocals m_guest;
    ScratchLocals m_scratch;
    const u32 m_root;
    FlowGraph m_flow;
    std::vector<LoweredBlock> m_lowered;
    std::vector<WasmLabel> m_forward;        // per node: the block that ends where it begins
    std::vector<WasmLabel> m_back;           // per node: its loop
    std::vector<WasmLabel> m_landing;        // per node: the same for dispatchers, in whose form the registers come
    std::vector<GuestLocals::Form> m_forms;  // per outermost loop; of no loop first
    WasmLabel m_leave = 0;
    WasmLabel m_leave_loop = 0;  // from a loop with another form than all_wide
    Local m_site = 0;
    Local m_pc = 0;
    u32 m_node = 0;  // that is being written
    bool m_has_ended = false;
    std::vector<ExitSite> m_sites;
};

}  // namespace

RegionCode compile(const translate::Listing& listing, const translate::Region& region, u32 entry,
                   const HostPlaces& host) {
    return RegionWriter(listing, region, entry, host).write();
}

}  // namespace mariner::backend_wasm
