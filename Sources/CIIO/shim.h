#include <iio.h>
#include <stdio.h>

/* libiio prints warnings to C's stderr, which glibc lets a program set like any variable.
   Sends it nowhere and returns what it was. */
static inline FILE *lenticule_mute_stderr(void)
{
    static FILE *nowhere;
    FILE *before = stderr;
    if (!nowhere)
        nowhere = fopen("/dev/null", "w");
    if (nowhere)
        stderr = nowhere;
    return before;
}

/* Gives C's stderr back what lenticule_mute_stderr returned. */
static inline void lenticule_restore_stderr(FILE *before)
{
    stderr = before;
}
