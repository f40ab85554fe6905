#include "ctoml.h"

#include <algorithm>
#include <deque>
#include <exception>
#include <memory>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

// Without exceptions of the parser, because a C interface returns errors as values.
#define TOML_EXCEPTIONS 0
#define TOML_HEADER_ONLY 1
#define TOML_ENABLE_UNRELEASED_FEATURES 0
// Nested tables need several stack frames for each nesting when they are built and freed.
#define TOML_MAX_NESTED_VALUES 32
// For some malformed text ("[[[") an assertion of toml++ 3.3 fails, which is undefined behaviour in
// release builds. Here each assertion is checked, and a failed one is an error.
#undef NDEBUG
#define TOML_ASSERT(condition) assume(static_cast<bool>(condition))

namespace {

struct broken_assumption : std::exception {};

inline void assume(bool condition) {
    if (!condition) throw broken_assumption();
}

} // namespace

#include <toml++/toml.h>

#include "key_depth.h"

struct ctoml_document {
    toml::table root;
    std::vector<ctoml_node> nodes;
    // A deque does not move its strings when it grows.
    std::deque<std::string> dates;
    std::string error;
    ctoml_location error_location = {0, 0};
};

namespace {

ctoml_text text(std::string_view string) { return {string.data(), string.size()}; }

ctoml_location location(const toml::source_position &at) { return {at.line, at.column}; }

/// The value in the form of RFC 3339; the document owns it.
template <typename Value> ctoml_text date(ctoml_document &document, const Value &value) {
    std::ostringstream stream;
    stream << value;
    document.dates.push_back(stream.str());
    return text(document.dates.back());
}

void append(ctoml_document &document, const toml::node &value, const toml::key *key);

void append_children(ctoml_document &document, const toml::node &value) {
    if (auto *table = value.as_table())
        for (auto &&[key, child] : *table) append(document, child, &key);
    else if (auto *array = value.as_array())
        for (auto &child : *array) append(document, child, nullptr);
}

void fill(ctoml_document &document, ctoml_node &node, const toml::node &value) {
    switch (value.type()) {
    case toml::node_type::table:
        node.kind = CTOML_TABLE;
        node.child_count = value.as_table()->size();
        break;
    case toml::node_type::array:
        node.kind = CTOML_ARRAY;
        node.child_count = value.as_array()->size();
        break;
    case toml::node_type::string:
        node.kind = CTOML_STRING;
        node.text = text(value.as_string()->get());
        break;
    case toml::node_type::integer:
        node.kind = CTOML_INTEGER;
        node.integer = value.as_integer()->get();
        break;
    case toml::node_type::floating_point:
        node.kind = CTOML_FLOAT;
        node.real = value.as_floating_point()->get();
        break;
    case toml::node_type::boolean:
        node.kind = CTOML_BOOLEAN;
        node.boolean = value.as_boolean()->get();
        break;
    default:
        node.kind = CTOML_DATE;
        if (auto *day = value.as_date()) node.text = date(document, day->get());
        if (auto *time = value.as_time()) node.text = date(document, time->get());
        if (auto *both = value.as_date_time()) node.text = date(document, both->get());
    }
}

void append(ctoml_document &document, const toml::node &value, const toml::key *key) {
    ctoml_node node = {};
    if (key) {
        node.key = text(key->str());
        node.key_location = location(key->source().begin);
    }
    node.location = location(value.source().begin);
    node.end = location(value.source().end);
    fill(document, node, value);
    document.nodes.push_back(node);
    append_children(document, value);
}

bool breaks_parser(std::string_view bytes) {
    try {
        (void)toml::parse(bytes);
        return false;
    } catch (const broken_assumption &) {
        return true;
    }
}

/// The number of the first line that breaks the parser. Each prefix of the text that includes this line breaks the
/// parser.
uint32_t breaking_line(std::string_view bytes) {
    std::vector<size_t> ends;
    for (size_t at = 0; at < bytes.size(); ++at)
        if (bytes[at] == '\n') ends.push_back(at + 1);
    auto line = std::partition_point(ends.begin(), ends.end(), [&](size_t end) {
        return !breaks_parser(bytes.substr(0, end));
    });
    return line - ends.begin() + 1;
}

void parse(ctoml_document &document, std::string_view bytes) {
    if (auto deep = key_depth_search(bytes).run()) {
        document.error = "a key of more than 16 parts";
        document.error_location = *deep;
        return;
    }
    toml::parse_result result = toml::parse(bytes);
    if (!result) {
        document.error = result.error().description();
        document.error_location = location(result.error().source().begin);
        return;
    }
    document.root = std::move(result).table();
    append(document, document.root, nullptr);
}

} // namespace

extern "C" {

ctoml_document *ctoml_parse(const char *bytes, size_t length) {
    // No exception, such as that of a failed allocation, may cross into C.
    try {
        auto document = std::make_unique<ctoml_document>();
        try {
            parse(*document, {bytes, length});
        } catch (const broken_assumption &) {
            document->error = "something that is not TOML";
            document->error_location = {breaking_line({bytes, length}), 1};
        }
        return document.release();
    } catch (const std::exception &) {
        return nullptr;
    }
}

const ctoml_node *ctoml_nodes(const ctoml_document *document, size_t *count) {
    *count = document->nodes.size();
    return document->nodes.empty() ? nullptr : document->nodes.data();
}

ctoml_text ctoml_error(const ctoml_document *document, ctoml_location *location) {
    *location = document->error_location;
    return text(document->error);
}

void ctoml_free(ctoml_document *document) { delete document; }
}
