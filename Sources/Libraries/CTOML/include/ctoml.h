// C interface of toml++: a parsed document as one list of nodes, each before its children.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Bytes of UTF-8 that the document owns; not terminated.
typedef struct {
    const char *bytes;
    size_t length;
} ctoml_text;

/// Both from 1; columns count Unicode scalars. 0: no location in the text.
typedef struct {
    uint32_t line;
    uint32_t column;
} ctoml_location;

typedef enum {
    CTOML_TABLE,
    CTOML_ARRAY,
    CTOML_STRING,
    CTOML_INTEGER,
    CTOML_FLOAT,
    CTOML_BOOLEAN,
    /// A date, a time or both, in `text` in the form of RFC 3339.
    CTOML_DATE,
} ctoml_kind;

/// One value; the `child_count` nodes in it follow, with their own children.
typedef struct {
    ctoml_kind kind;
    /// The value's key; empty in an array and for the document itself.
    ctoml_text key;
    ctoml_location key_location;
    ctoml_location location;
    /// Just after the value's text; of a table with a header, after the header.
    ctoml_location end;
    ctoml_text text;
    int64_t integer;
    double real;
    bool boolean;
    size_t child_count;
} ctoml_node;

typedef struct ctoml_document ctoml_document;

/// Parses a document, which then has either nodes or an error. NULL only without memory.
ctoml_document *ctoml_parse(const char *bytes, size_t length);

/// The nodes, the root table first; NULL after an error.
const ctoml_node *ctoml_nodes(const ctoml_document *document, size_t *count);

/// The error in the text, and its location.
ctoml_text ctoml_error(const ctoml_document *document, ctoml_location *location);

void ctoml_free(ctoml_document *document);

#ifdef __cplusplus
}
#endif
