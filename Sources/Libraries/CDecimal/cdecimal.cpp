#include "cdecimal.h"

#include <charconv>
#include <cmath>
#include <cstring>

namespace {

// Bytes: no number of a log is longer. Reading stops after this length if the number has not ended.
constexpr int longest = 768;

bool is_digit(char byte) { return byte >= '0' && byte <= '9'; }

/// Skips a plus sign, which from_chars does not accept, unless another sign follows it.
const char *past_plus(const char *first) {
    return *first == '+' && first[1] != '-' && first[1] != '+' ? first + 1 : first;
}

const char *read_pointed(const char *first, const char *last, double *value) {
    const char *start = past_plus(first);
    auto [end, problem] = std::from_chars(start, last, *value);
    return problem == std::errc() ? end : first;
}

/// Reads a copy in which the comma is a point.
const char *read_with_comma(const char *first, double *value) {
    char copy[longest + 1];
    int length = 0;
    while (length < longest && std::strchr("+-.,eE0123456789", first[length]) && first[length])
        length++;
    std::memcpy(copy, first, length);
    copy[length] = 0;
    if (void *comma = std::memchr(copy, ',', length)) *static_cast<char *>(comma) = '.';
    return first + (read_pointed(copy, copy + length, value) - copy);
}

}  // namespace

const char *decimal_read(const char *first, char mark, double *value) {
    const char *end = read_pointed(first, first + longest, value);
    // Nothing is read of "-,5": from_chars wants a digit or a point after the sign.
    bool is_signed = *first == '-' || *first == '+';
    const char *at = end == first && is_signed ? first + 1 : end;
    return mark == ',' && *at == ',' ? read_with_comma(first, value) : end;
}

const char *decimal_read_scaled(const char *first, char mark, int exponent, int64_t *value) {
    bool is_negative = *first == '-';
    const char *digits = is_negative || *first == '+' ? first + 1 : first;
    const char *end = digits;
    int64_t number = 0;
    bool rounds_down = true, overflows = false;
    auto take = [&](int digit) {
        overflows |= __builtin_mul_overflow(number, 10, &number)
            || __builtin_add_overflow(number, digit, &number);
    };
    for (; is_digit(*end); end++) take(*end - '0');
    int before = int(end - digits), after = 0;
    if (*end == '.' || *end == mark) {
        for (end++; is_digit(*end); end++, after++)
            if (after < exponent) take(*end - '0');
            else if (after == exponent) rounds_down = *end < '5';
    }
    if (before + after == 0) return first;
    if ((*end | 0x20) == 'e') {
        double real;
        const char *longer = decimal_read(first, mark, &real);
        if (longer == first) return first;
        if (longer > end) {
            real = std::round(real * std::pow(10, exponent));
            if (!(std::fabs(real) < 9.2e18)) return first;
            *value = int64_t(real);
            return longer;
        }
    }
    for (int digit = after; digit < exponent; digit++) take(0);
    if (!rounds_down) overflows |= __builtin_add_overflow(number, 1, &number);
    if (overflows) return first;
    *value = is_negative ? -number : number;
    return end;
}

char *decimal_write(char *first, double value) {
    char *last = first + DECIMAL_LENGTH;
    double magnitude = std::fabs(value);
    if (magnitude == 0 || (magnitude >= 1e-4 && magnitude < 1e16))
        return std::to_chars(first, last, value, std::chars_format::fixed).ptr;
    if (std::isnan(value)) value = NAN;
    char *end = std::to_chars(first, last, value, std::chars_format::scientific).ptr;
    // "e-05" and "e+22" as "e-5" and "e22".
    char *exponent = static_cast<char *>(std::memchr(first, 'e', end - first));
    if (!exponent) return end;
    char *digits = exponent + 2, *to = exponent + (exponent[1] == '-' ? 2 : 1);
    while (*digits == '0') digits++;
    std::memmove(to, digits, end - digits);
    return to + (end - digits);
}

char *decimal_write_integer(char *first, int64_t value) {
    return std::to_chars(first, first + DECIMAL_LENGTH, value).ptr;
}
