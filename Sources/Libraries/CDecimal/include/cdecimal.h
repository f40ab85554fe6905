#pragma once

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Reads the decimal number that begins at `first`: sign, digits, decimal mark, exponent; or inf or nan.
///
/// `mark` is a point or a comma. With a comma, a number may have either of them as its decimal mark. The text must
/// contain a byte that is no part of a number, and eight readable bytes after it. Gives the end of the number;
/// `first` where there is none, or where it is beyond the range of a double. Of a number of more than 768 bytes only
/// these are read, and the end given is theirs.
const char *_Nonnull decimal_read(
    const char *_Nonnull first, char mark, double *_Nonnull value);

/// Reads the number times 10^`exponent` (0 to 18) as the nearest integer, halves away from zero. A number that is
/// written with an exponent is read only with the precision of a double. The rest is as in `decimal_read`, but inf and
/// nan are not read; a number that is written without an exponent may have any length; and `first` is given also where
/// the integer's magnitude is beyond INT64_MAX, or, for a number that is written with an exponent, is 9.2e18 or more.
const char *_Nonnull decimal_read_scaled(
    const char *_Nonnull first, char mark, int exponent, int64_t *_Nonnull value);

/// Writes the shortest text that reads back as the same number: without an exponent if it is 0 or its
/// magnitude is at least 0.0001 and less than 10^16, else with one; infinities and NaN are
/// inf, -inf and nan. Writes at most `DECIMAL_LENGTH` bytes. Gives its end.
char *_Nonnull decimal_write(char *_Nonnull first, double value);

/// Writes an integer: at most `DECIMAL_LENGTH` bytes. Gives its end.
char *_Nonnull decimal_write_integer(char *_Nonnull first, int64_t value);

enum { DECIMAL_LENGTH = 32 };

#ifdef __cplusplus
}
#endif
