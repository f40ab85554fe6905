/* Sets up the terminal that shows a card, and restores it with async-signal-safe calls. */
#pragma once

/* Takes over the terminal: raw mode, alternate screen, no cursor.
 *
 * `input` and `output` are descriptors of the terminal; `output` should be nonblocking. Signals that end the
 * program (SIGQUIT, SIGABRT, a crash) or stop it restore the terminal first; SIGCONT takes it over
 * again. `wake` is an eventfd that is written then, and when the terminal's size changes. Returns 0,
 * or -1 if `input` is not a terminal. */
int terminal_take(int input, int output, int wake);

/* Restores the terminal, only for the end of the program. If output is pending, waits at most 0.1 s and may
 * drop it. Later output to `output` is dropped. */
void terminal_restore(void);

/* Restores the terminal after all output is written. Does not return after `terminal_restore` was called: another
 * thread is then ending the program. */
void terminal_give_back(void);

/* Returns whether the screen has to be drawn completely, and resets that. */
int terminal_fetch_repaint(void);
