#include <librsvg/rsvg.h>

/* Of gio/gunixinputstream.h, whose folder librsvg's pkg-config file does not name. */
GInputStream *g_unix_input_stream_new(gint descriptor, gboolean closes);
