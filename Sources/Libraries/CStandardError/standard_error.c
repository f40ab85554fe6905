#define _GNU_SOURCE
#include "cstandarderror.h"

#include <stdio.h>
#include <unistd.h>

static _Thread_local int muted;

static ssize_t pass(void *cookie, const char *text, size_t size)
{
    (void)cookie;
    if (muted)
        return (ssize_t)size;
    ssize_t count = write(STDERR_FILENO, text, size);
    /* fopencookie(3): 0 is an error. */
    return count < 0 ? 0 : count;
}

void standard_error_install(void)
{
    FILE *stream = fopencookie(NULL, "w", (cookie_io_functions_t){.write = pass});
    if (!stream)
        return;
    setvbuf(stream, NULL, _IONBF, 0);
    stderr = stream;
}

int standard_error_mute(int is_muted)
{
    int before = muted;
    muted = is_muted;
    return before;
}
