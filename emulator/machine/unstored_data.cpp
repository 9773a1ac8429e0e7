#include "emulator/machine/unstored_data.hpp"

#include <algorithm>

namespace mariner {

namespace {

/// A store to a watched page takes some forty nanoseconds instead of less than one: a quarter of a second altogether.
constexpr u64 most_stores_in_vain = 6'000'000;

}  // namespace

UnstoredData::UnstoredData(Machine& machine, u32 base, size_t words)
    : m_machine(machine), m_base(base), m_count(words) {
    restart();
    std::vector<u32> pages;
    for (size_t i = 0; i < m_words.size(); ++i) {
        const u32 page = (m_base + 4 * static_cast<u32>(i)) / page_size;
        if (m_words[i] != 0 && (pages.empty() || pages.back() != page)) {
            pages.push_back(page);
        }
    }
    if (pages.empty()) {
        return;
    }
    m_is_watching = true;
    m_machine.memory().watch_pages(pages, false, [this](u32 address, u32 /*size*/, bool is_write) {
        const size_t word = (address - m_base) / 4;
        if (is_write && word < m_words.size() && m_words[word] != 0) {
            __atomic_store_n(&m_words[word], 0, __ATOMIC_RELAXED);
            --m_left;
        } else {
            ++m_stores_in_vain;
        }
    });
}

UnstoredData::~UnstoredData() {
    if (m_is_watching) {
        m_machine.memory().watch_pages({}, false, {});
    }
}

void UnstoredData::rest() {
    if (m_is_watching && (m_left == 0 || m_stores_in_vain > most_stores_in_vain)) {
        m_is_watching = false;
        m_machine.memory().watch_pages({}, false, {});
    }
}

void UnstoredData::restart() {
    m_words = m_machine.image().initial_words(m_base, m_base + 4 * u64{m_count});
    m_left = m_words.size() - static_cast<size_t>(std::ranges::count(m_words, 0U));
}

}  // namespace mariner
