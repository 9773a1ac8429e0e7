#pragma once
// What an observer keeps beside guest memory, page for page: as much as the guest touches. A page that isn't there
// costs nothing, nor does the table of a run that ends at once: the system gives zeros without being written to. (Not
// every calloc leaves that to it: that of a static build would write 8 MiB.)

#include <memory>
#include <vector>

#include "emulator/machine/memory.hpp"
#include "emulator/platform/address_space.hpp"
#include "emulator/support/out_of_memory.hpp"

namespace mariner {

template <class Page>
class ShadowPages {
public:
    ShadowPages() : m_table(platform::AddressSpace::reserve(table_size)) {
        if (!m_table || !m_table.commit(0, table_size)) {
            out_of_memory();
        }
    }

    /// Null if nothing was kept there.
    [[nodiscard, gnu::always_inline]] const Page* find(u32 address) const { return table()[address / page_size]; }
    /// Made as a new one is, if it isn't there.
    [[nodiscard, gnu::always_inline]] Page& at(u32 address) {
        Page*& page = table()[address / page_size];
        if (page == nullptr) [[unlikely]] {
            m_pages.push_back(std::make_unique<Page>());
            page = m_pages.back().get();
        }
        return *page;
    }
    /// Calls `use` with each page that is there.
    template <class Use>
    void for_each(Use use) {
        for (const std::unique_ptr<Page>& page : m_pages) {
            use(*page);
        }
    }

private:
    static constexpr size_t page_count = ~u32{0} / page_size + 1;
    static constexpr size_t table_size = page_count * sizeof(Page*);

    [[nodiscard, gnu::always_inline]] Page** table() const { return reinterpret_cast<Page**>(m_table.begin()); }

    platform::AddressSpace m_table;
    std::vector<std::unique_ptr<Page>> m_pages;
};

}  // namespace mariner
