// Digits of a double at a precision that somebody asks for. libc++ has tables for it, 104 KB that nothing packs; what
// is asked for here takes so few digits that the C library's own way, exact like the other, does.

#include <charconv>
#include <cstdint>
#include <cstdio>
#include <string>

_LIBCPP_BEGIN_NAMESPACE_STD

static to_chars_result write_as(const char* form, char* first, char* last, double number, uint32_t precision) {
    const int size = std::snprintf(nullptr, 0, form, static_cast<int>(precision), number);
    if (size < 0 || size > last - first) {
        return {last, errc::value_too_large};
    }
    std::string text(static_cast<size_t>(size) + 1, '\0');
    std::snprintf(text.data(), text.size(), form, static_cast<int>(precision), number);
    text.copy(first, static_cast<size_t>(size));
    return {first + size, errc{}};
}

to_chars_result __d2fixed_buffered_n(char* first, char* last, double number, uint32_t precision) {
    return write_as("%.*f", first, last, number, precision);
}

to_chars_result __d2exp_buffered_n(char* first, char* last, double number, uint32_t precision) {
    return write_as("%.*e", first, last, number, precision);
}

void __append_n_digits(uint32_t count, uint32_t digits, char* to) {
    for (uint32_t i = count; i-- > 0; digits /= 10) {
        to[i] = static_cast<char>('0' + digits % 10);
    }
}

void __append_nine_digits(uint32_t digits, char* to) {
    __append_n_digits(9, digits, to);
}

_LIBCPP_END_NAMESPACE_STD
