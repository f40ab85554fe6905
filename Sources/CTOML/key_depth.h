// Finds dotted keys so long that the tables they make would overflow the stack when they are freed:
// toml++ limits how deep values nest, but not how many parts a key has.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace {

struct text_place {
    uint32_t line;
    uint32_t column;
};

/// Walks over a document outside its strings and comments, counting the dots of each key.
///
/// Up to the first mistake in the text it sees strings as the parser does; after it nothing is
/// parsed.
class key_depth_scan {
  public:
    explicit key_depth_scan(std::string_view bytes) : bytes(bytes) {}

    std::optional<text_place> run() {
        while (at < bytes.size()) {
            step();
            if (dots >= 16) return place();
        }
        return std::nullopt;
    }

  private:
    void step() {
        switch (bytes[at]) {
        case '"':
        case '\'': skip_string(bytes[at]); return;
        case '#': at = end_of("\n", at); return;
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
                // Up to two quotes may stand before the closing three.
                while (at < bytes.size() && bytes[at] == quote) at += 1;
                return;
            } else {
                at += 1;
            }
        }
    }

    size_t end_of(std::string_view mark, size_t from) const {
        const size_t found = bytes.find(mark, from);
        return found == bytes.npos ? bytes.size() : found;
    }

    text_place place() const {
        text_place here = {1, 1};
        for (char byte : bytes.substr(0, at)) {
            here.column = byte == '\n' ? 1 : here.column + 1;
            here.line += byte == '\n';
        }
        return here;
    }

    std::string_view bytes;
    size_t at = 0;
    int dots = 0;
};

std::optional<text_place> too_deep_key(std::string_view bytes) {
    return key_depth_scan(bytes).run();
}

} // namespace
