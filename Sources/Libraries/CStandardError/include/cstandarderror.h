/* Mutes stderr for C libraries on one thread. */
#pragma once

/* Replaces C's stderr by a stream that writes to the same descriptor; must be called once, before
 * other threads start. */
void standard_error_install(void);

/* Mutes or unmutes stderr on this thread; returns the former state. */
int standard_error_mute(int is_muted);
