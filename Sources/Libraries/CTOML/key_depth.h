// Finds dotted keys of more than 16 parts. toml++ limits the nesting of values, but not the parts of a
// key; freeing the tables of a key with very many parts would overflow the stack.
#pragma once

#include "ctoml.h"

#include <algorithm>
#include <optional>
#include <string_view>

namespace {

/// Counts the dots of each key in a document, outside strings and comments.
///
/// Up to the first error of the document, strings are recognised as the parser recognises them. The
/// parser stops at that error.
class key_depth_search {
  public:
    explicit key_depth_search(std::string_view bytes) : bytes(bytes) {}

    std::optional<ctoml_location> run() {
        while (at < bytes.size()) {
            step();
            if (dots >= 16) return location();
        }
        return std::nullopt;
    }

  private:
    void step() {
        switch (bytes[at]) {
        case '"':
        case '\'': skip_string(bytes[at]); return;
        case '#': at = std::min(bytes.find('\n', at), bytes.size()); return;
        case '.': dots += 1; break;
        case '=':
        case ',':
        case '[':
        case ']':
        case '{':
        case '}':
        case '\n': dots = 0; break;
        default: break;
        }
        at += 1;
    }

    void skip_string(char quote) {
        const std::string_view three = quote == '"' ? "\"\"\"" : "'''";
        const bool is_long = bytes.substr(at, 3) == three;
        at += is_long ? 3 : 1;
        while (at < bytes.size()) {
            if (quote == '"' && bytes[at] == '\\') {
                at += 2;
            } else if (!is_long && (bytes[at] == quote || bytes[at] == '\n')) {
                at += 1;
                return;
            } else if (is_long && bytes.substr(at, 3) == three) {
                at += 3;
                // Up to two quotes may precede the closing three.
                while (at < bytes.size() && bytes[at] == quote) at += 1;
                return;
            } else {
                at += 1;
            }
        }
    }

    ctoml_location location() const {
        ctoml_location here = {1, 1};
        for (unsigned char byte : bytes.substr(0, at)) {
            // The second and later bytes of a Unicode scalar are 0x80 to 0xBF.
            const bool begins_scalar = byte < 0x80 || byte > 0xBF;
            here.column = byte == '\n' ? 1 : here.column + begins_scalar;
            here.line += byte == '\n';
        }
        return here;
    }

    std::string_view bytes;
    size_t at = 0;
    int dots = 0;
};

} // namespace
