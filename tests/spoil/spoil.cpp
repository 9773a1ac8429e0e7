#include "tests/spoil/spoil.hpp"

#include <cstdlib>

#include "emulator/meaning/facts.hpp"

namespace mariner::spoil {

namespace {

bool has_direct_target(isa::Op op) {
    const isa::InstructionInfo& row = isa::info(op);
    return meaning::facts(row.op).is_transfer() && !meaning::facts(row.op).is_indirect && op != isa::Op::eret;
}

class Collector {
public:
    /// All ways that make sense for an instruction, on top of what `base` says.
    void add(const Alteration& base, isa::Op op, const std::string& name, bool has_register) {
        const isa::InstructionInfo& row = isa::info(op);
        for (const std::string_view word : written_words(op)) {
            push(base, Way::result, word, name + " result " + std::string(word));
            if ((word == "rd" || word == "rt") && has_register &&
                !(base.is_compiled && meaning::facts(row.op).is_transfer())) {
                push(base, Way::neighbour, word, name + " neighbour " + std::string(word));
            }
        }
        if ((meaning::facts(row.op).is_indirect || op == isa::Op::eret) && !base.is_compiled) {
            push(base, Way::result, "pc", name + " result pc");
        }
        const bool always_goes = base.is_compiled && !meaning::facts(row.op).is_branch;
        if (has_direct_target(op) && !always_goes) {
            push(base, Way::inverted, {}, name + " inverted");
        }
        push(base, Way::uncounted, {}, name + " uncounted");
        const bool always_stepped = row.op == isa::Op::break_ || row.op == isa::Op::break_code;
        if (!always_stepped) {
            push(base, Way::stepped, {}, name + " stepped");
        }
    }

    /// Each micro-operation of a row that makes a value.
    void add_values(isa::Op op) {
        const meaning::MicroSpan list = meaning::micro_operations(op);
        for (size_t i = 0; i < list.size(); ++i) {
            if (meaning::result_type(list[i]) != meaning::ValueType::nothing) {
                Alteration one;
                one.op = op;
                one.micro = i;
                push(one, Way::value, {}, "lowered " + std::string(isa::info(op).id) + " " + text_of(list, i));
            }
        }
    }

    std::vector<Alteration> all;

private:
    void push(Alteration one, Way way, std::string_view word, const std::string& name) {
        one.way = way;
        one.word = word;
        one.name = name;
        all.push_back(std::move(one));
    }
};

std::vector<Alteration> collect() {
    constexpr const char* forms[] = {"", " to rs", " to rt", " to rs, dead", " to rt, dead"};
    constexpr size_t first_dead = 3;
    Collector collector;
    for (const FastHandler& handler : fast_handlers()) {
        Alteration base;
        base.handler = handler.handler;
        std::string name = "handler " + std::string(isa::info(handler.first).id);
        if (handler.second) {
            name += "+" + std::string(isa::info(*handler.second).id) + forms[handler.form];
        }
        collector.add(base, handler.first, name + (handler.second ? ", first" : ""), handler.form < first_dead);
        if (handler.second) {
            base.half = 1;
            collector.add(base, *handler.second, name + ", second", true);
        }
    }
    for (const isa::InstructionInfo& row : isa::instruction_table) {
        const meaning::Facts& facts = meaning::facts(row.op);
        if (row.op != isa::Op::eret && (!facts.always_leaves || facts.calls_system)) {
            Alteration base;
            base.is_compiled = true;
            base.op = row.op;
            collector.add(base, row.op, "compiled " + std::string(row.id), true);
            collector.add_values(row.op);
        }
    }
    return std::move(collector.all);
}

}  // namespace

std::vector<std::string_view> written_words(isa::Op op) {
    using meaning::RegisterPlace;
    const meaning::Facts& facts = meaning::facts(op);
    std::vector<std::string_view> words;
    for (size_t i = 0; i < meaning::place_names.size(); ++i) {
        const auto place = static_cast<RegisterPlace>(i);
        if (facts.writes.contains(place) && place != RegisterPlace::status) {
            words.push_back(place == RegisterPlace::flag_written ? "cc" : meaning::place_names[i]);
        }
    }
    if (facts.stores != 0) {
        words.push_back("mem");
    }
    return words;
}

const std::vector<Alteration>& alterations() {
    static const std::vector<Alteration> all = collect();
    return all;
}

const Alteration* chosen() {
    static const Alteration* const one = [] {
        const char* const text = std::getenv("MARINER_SPOIL");
        return text != nullptr ? &alterations().at(std::strtoul(text, nullptr, 10)) : nullptr;
    }();
    return one;
}

Left alter(const Alteration& one, const ThreadedOp* ip, CpuState* cpu, u8* host, bool keeps, u32 address, Left left) {
    const DecodedOp& op = ip->op;
    const std::string_view word = one.word;
    const u8 number = word == "rd" ? op.rd : op.rt;
    if (one.way == Way::neighbour) {
        cpu->gpr[number == reg::bin ? number : number ^ 1U] = left.result;
    } else if (one.way != Way::result) {
        return left;
    } else if (word == "rd" || word == "rt") {
        left.result ^= 1;
        cpu->gpr[number] ^= keeps ? 1 : 0;
    } else if (word == "ra") {
        cpu->gpr[reg::ra] ^= 1;
    } else if (word == "hi") {
        cpu->hi ^= 1;
    } else if (word == "lo") {
        cpu->lo ^= 1;
    } else if (word == "cc") {
        cpu->condition_flags ^= 1;
    } else if (word == "fd" || word == "pd") {
        cpu->fpr[op.rd] ^= 1;
    } else if (word == "ft" || word == "pt") {
        cpu->fpr[op.rt] ^= 1;
    } else if (word == "fs") {
        cpu->fpr[op.rs] ^= 1;
    } else if (word == "c0") {
        cpu->status ^= 1;
    } else if (word == "pc") {
        left.jump_address += 4;
    } else {
        host[address] ^= 1;
    }
    return left;
}

}  // namespace mariner::spoil
