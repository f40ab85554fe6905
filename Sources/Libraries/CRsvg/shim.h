#include <librsvg/rsvg.h>

/* Of gio/gunixinputstream.h, whose folder librsvg's pkg-config file does not name. */
GInputStream *g_unix_input_stream_new(gint descriptor, gboolean closes);

/* The text of an error. Swift takes GError's fields to be of the first module with them, CPango's. */
static inline const char *rsvg_error_message(const GError *error) { return error->message; }
