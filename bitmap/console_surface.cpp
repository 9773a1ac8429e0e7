#include "bitmap/console_surface.hpp"

#include <algorithm>

namespace mariner::bitmap {

bool ConsoleSurface::take_own_key(u8 code, u32 page) {
    if (code == key_f1 + 1) {
        add(EventKind::save_picture);
    } else if (code == escape && (m_state == GuestState::ended || m_prompt.escape_leaves)) {
        add(EventKind::close);
    } else if (code == key_page_up || code == key_page_down) {
        m_console.scroll(static_cast<i32>(page) * (code == key_page_up ? 1 : -1));
    } else {
        return false;
    }
    return true;
}

void ConsoleSurface::type(char32_t character) {
    if (m_console.type(character)) {
        submit_line();
    }
}

void ConsoleSurface::press(const Choice& choice) {
    if (m_state == GuestState::waiting_for_input) {
        m_console.append(choice.answer + "\n");
        m_events.push_back({EventKind::line, choice.answer});
    }
}

void ConsoleSurface::edit_line(u8 code) {
    struct EditKeyRow {
        u8 code;
        EditKey key;
    };
    constexpr EditKeyRow rows[] = {
        {'\b', EditKey::backspace},  {127, EditKey::remove},     {key_left, EditKey::left},
        {key_right, EditKey::right}, {key_home, EditKey::home},  {key_end, EditKey::end},
        {key_up, EditKey::older},    {key_down, EditKey::newer}, {control_u, EditKey::clear}};
    if (code == '\n') {
        if (m_console.takes_enter()) {
            submit_line();
        }
    } else if (code == control_d && !m_console.is_typing()) {
        add(EventKind::end_of_input);
    } else if (const auto* row = std::ranges::find(rows, code, &EditKeyRow::code); row != std::end(rows)) {
        m_console.edit(row->key);
    }
}

}  // namespace mariner::bitmap
