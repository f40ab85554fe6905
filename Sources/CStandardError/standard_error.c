#define _GNU_SOURCE
#include "cstandarderror.h"

#include <stdio.h>
#include <unistd.h>

static _Thread_local int muted;

static ssize_t pass(void *cookie, const char *text, size_t size)
{
    (void)cookie;
    return muted ? (ssize_t)size : write(STDERR_FILENO, text, size);
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
