#include "emulator/analysis/objects.hpp"

#include <algorithm>

#include "emulator/runtime/explain.hpp"
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

std::vector<u32> data_labels(const ProgramImage& image) {
    std::vector<u32> labels;
    for (u32 i = 0; i < image.symbols.size(); ++i) {
        if (image.symbols[i].is_data) {
            labels.push_back(i);
        }
    }
    std::ranges::stable_sort(labels, {}, [&](u32 symbol) { return image.symbols[symbol].address; });
    return labels;
}

}  // namespace

Objects::Objects(const ProgramImage& image) : m_image(image), m_of_symbol(image.symbols.size(), no_object) {
    const std::vector<u32> labels = data_labels(image);
    const std::vector<bool> is_used = used_symbols(image);
    const auto address_of = [&](size_t i) { return image.symbols[labels[i]].address; };
    // From the last label to the first: where the next one begins, and the next one that the program uses.
    u32 next = 0xffffffff;
    u32 next_used = next;
    for (size_t i = labels.size(); i > 0;) {
        const u32 begin = address_of(i - 1);
        bool has_use = false;
        for (; i > 0 && address_of(i - 1) == begin; --i) {
            has_use |= is_used[labels[i - 1]];
        }
        const u32 size = end_of(image, begin, next) - begin;
        if (size > 0) {
            const u32 reach = end_of(image, begin, next_used) - begin;
            const DataKind kind = kind_of_data(image, begin);
            const bool is_text = kind == DataKind::text || kind == DataKind::text_with_end;
            const bool may_hold_text = is_text || kind == DataKind::space;
            const u8 watched = kind == DataKind::bytes ? 4 : kind == DataKind::words || may_hold_text ? 1 : 0;
            const bool is_words = kind == DataKind::words;
            m_objects.push_back({begin, size, labels[i], 0, 0, 0, false, reach, is_text, is_words, watched});
        }
        next = begin;
        next_used = has_use ? begin : next_used;
    }
    std::ranges::reverse(m_objects);
    m_declared = m_fixed = m_objects.size();
    number_symbols(labels);
    join_texts();
}

/// Labels and objects are in order of their addresses.
void Objects::number_symbols(const std::vector<u32>& labels) {
    u32 number = 0;
    for (const u32 label : labels) {
        const u32 address = m_image.symbols[label].address;
        while (number < m_declared && m_objects[number].begin < address) {
            ++number;
        }
        if (number < m_declared && m_objects[number].begin == address) {
            m_of_symbol[label] = number;
        }
    }
}

void Objects::join_texts() {
    const auto goes_on = [&](const DataObject& object, const DataObject& next) {
        return object.begin + object.size == next.begin && kind_of_data(m_image, next.begin - 1) == DataKind::text;
    };
    // A label within a text may be where all of it is counted from. What is read on to from its beginning has a use of
    // its own.
    const auto is_used_apart = [](const DataObject& object) { return object.reach == object.size; };
    for (size_t i = 0; i < m_objects.size(); ++i) {
        const bool is_joined = i > 0 && goes_on(m_objects[i - 1], m_objects[i]);
        m_objects[i].text_begin = is_joined ? m_objects[i - 1].text_begin : m_objects[i].begin;
    }
    for (size_t i = m_objects.size(); i-- > 0;) {
        const bool is_joined =
            i + 1 < m_objects.size() && goes_on(m_objects[i], m_objects[i + 1]) && !is_used_apart(m_objects[i]);
        m_objects[i].text_end = is_joined ? m_objects[i + 1].text_end : m_objects[i].begin + m_objects[i].size;
    }
}

u32 Objects::add_number(u32 begin, u32 limit) {
    const auto [entry, is_new] = m_number_at.try_emplace(begin, static_cast<u32>(m_objects.size()));
    if (is_new) {
        m_objects.push_back(
            {begin, limit - begin, DataObject::no_symbol, 0, 0, 0, true, limit - begin, false, false, 0});
        m_fixed = m_objects.size();
    }
    return entry->second;
}

u32 Objects::add_heap_block(u32 begin, u32 size, u32 maker) {
    m_objects.push_back({begin, size, DataObject::no_symbol, maker, 0, 0, false, size, false, false, 0});
    return static_cast<u32>(m_objects.size() - 1);
}

u32 Objects::blocks_of(u32 maker) const {
    return static_cast<u32>(std::ranges::count(m_objects, maker, &DataObject::maker));
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
    if (object.maker != 0) {
        return "; " + line_text(m_image, object.maker) + " asked for it";
    }
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
