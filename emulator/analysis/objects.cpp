#include "emulator/analysis/objects.hpp"

#include <algorithm>

#include "emulator/support/text.hpp"
#include "emulator/support/visible.hpp"

namespace mariner {

namespace {

constexpr u32 no_object = 0xffffffff;

/// Where the data behind a label end: before the next label, and not later than the last item in front of it. What
/// stands there to align the next one belongs to nobody.
u32 end_of(const ProgramImage& image, u32 begin, u32 next) {
    const auto behind = std::ranges::lower_bound(image.data_items, next, {}, &DataItem::address);
    if (behind == image.data_items.begin()) {
        return begin;
    }
    const DataItem& last = *(behind - 1);
    return std::max(begin, std::min(next, last.address + last.size));
}

std::vector<bool> used_symbols(const ProgramImage& image) {
    std::vector<bool> is_used(image.symbols.size());
    for (const Reference& reference : image.references) {
        is_used[reference.symbol] = true;
    }
    return is_used;
}

}  // namespace

Objects::Objects(const ProgramImage& image) : m_image(image), m_of_symbol(image.symbols.size(), no_object) {
    std::vector<u32> labels;
    const std::vector<bool> is_used = used_symbols(image);
    for (u32 i = 0; i < image.symbols.size(); ++i) {
        if (image.symbols[i].is_data) {
            labels.push_back(i);
        }
    }
    const auto address_of = [&](u32 symbol) { return image.symbols[symbol].address; };
    std::ranges::stable_sort(labels, {}, address_of);
    for (size_t i = 0; i < labels.size();) {
        const u32 begin = address_of(labels[i]);
        const size_t first = i;
        while (i < labels.size() && address_of(labels[i]) == begin) {
            ++i;
        }
        const auto next = [&](auto is_wanted) {
            const auto found = std::find_if(labels.begin() + static_cast<std::ptrdiff_t>(i), labels.end(), is_wanted);
            return end_of(image, begin, found != labels.end() ? address_of(*found) : 0xffffffff);
        };
        const u32 end = next([](u32 /*symbol*/) { return true; });
        if (end <= begin) {
            continue;
        }
        for (size_t same = first; same < i; ++same) {
            m_of_symbol[labels[same]] = static_cast<u32>(m_objects.size());
        }
        const u32 reach = next([&](u32 symbol) { return is_used[symbol]; }) - begin;
        m_objects.push_back({begin, end - begin, labels[first], 0, 0, 0, false, reach});
    }
    m_declared = m_fixed = m_objects.size();
    join_texts();
}

void Objects::join_texts() {
    const auto goes_on = [&](const DataObject& object, const DataObject& next) {
        return object.begin + object.size == next.begin && kind_of_data(m_image, next.begin - 1) == DataKind::text;
    };
    for (size_t i = 0; i < m_objects.size(); ++i) {
        const bool is_joined = i > 0 && goes_on(m_objects[i - 1], m_objects[i]);
        m_objects[i].text_begin = is_joined ? m_objects[i - 1].text_begin : m_objects[i].begin;
    }
    for (size_t i = m_objects.size(); i-- > 0;) {
        const bool is_joined = i + 1 < m_objects.size() && goes_on(m_objects[i], m_objects[i + 1]);
        m_objects[i].text_end = is_joined ? m_objects[i + 1].text_end : m_objects[i].begin + m_objects[i].size;
    }
}

u32 Objects::add_number(u32 begin, u32 limit) {
    const auto numbers = m_objects.begin() + static_cast<std::ptrdiff_t>(m_declared);
    const auto known =
        std::find_if(numbers, m_objects.end(), [&](const DataObject& one) { return one.begin == begin; });
    if (known != m_objects.end()) {
        return static_cast<u32>(known - m_objects.begin());
    }
    m_objects.push_back({begin, limit - begin, DataObject::no_symbol, 0, 0, 0, true, limit - begin});
    m_fixed = m_objects.size();
    return static_cast<u32>(m_fixed - 1);
}

u32 Objects::add_heap_block(u32 begin, u32 size, u32 maker) {
    m_objects.push_back({begin, size, DataObject::no_symbol, maker, 0, 0, false, size});
    return static_cast<u32>(m_objects.size() - 1);
}

std::optional<u32> Objects::of_symbol(u32 symbol) const {
    const u32 number = m_of_symbol[symbol];
    return number != no_object ? std::optional(number) : std::nullopt;
}

const DataObject* Objects::find(u32 address) const {
    const auto in = [&](auto first, auto last) -> const DataObject* {
        const auto behind = std::upper_bound(
            first, last, address, [](u32 wanted, const DataObject& object) { return wanted < object.begin; });
        return behind != first && (behind - 1)->holds(address, 1) ? &*(behind - 1) : nullptr;
    };
    const auto numbers = m_objects.begin() + static_cast<std::ptrdiff_t>(m_declared);
    const auto heap = m_objects.begin() + static_cast<std::ptrdiff_t>(m_fixed);
    const DataObject* const declared = in(m_objects.begin(), numbers);
    return declared != nullptr ? declared : in(heap, m_objects.end());
}

std::string Objects::name(const DataObject& object) const {
    if (object.is_number) {
        return hex32(object.begin);
    }
    return object.symbol != DataObject::no_symbol
               ? m_image.symbols[object.symbol].name
               : "the block of " + std::to_string(object.size) + " bytes from the heap";
}

std::string Objects::declaration(const DataObject& object) const {
    const DataItem* const item = object.symbol != DataObject::no_symbol ? item_at(m_image, object.begin) : nullptr;
    if (item == nullptr || item->file >= m_image.files.size()) {
        return {};
    }
    return "; " + name(object) + " is declared in " + visible_line(m_image.files[item->file]) + ":" +
           std::to_string(item->line);
}

std::string Objects::size_text(u32 size) {
    const std::string bytes = std::to_string(size) + (size == 1 ? " byte" : " bytes");
    return size % 4 != 0 || size == 0 ? bytes
                                      : bytes + " (" + std::to_string(size / 4) + (size == 4 ? " word)" : " words)");
}

const DataItem* item_at(const ProgramImage& image, u32 address) {
    const auto behind = std::ranges::upper_bound(image.data_items, address, {}, &DataItem::address);
    const bool is_held = behind != image.data_items.begin() && address - (behind - 1)->address < (behind - 1)->size;
    return is_held ? &*(behind - 1) : nullptr;
}

DataKind kind_of_data(const ProgramImage& image, u32 address) {
    const DataItem* const item = item_at(image, address);
    return item != nullptr ? item->kind : DataKind::other;
}

}  // namespace mariner
