/* What SDL leaves to a program on X11 and Wayland. SDL opens their libraries only where they are used, and so do these
 * functions: where none is loaded they do nothing. */
#pragma once

/* Counts the errors that an X server reports from now on, which would end the program. Calls `ended` when a connection
 * breaks that is not watched; if it returns, the program ends. */
void display_server_take_errors(void (*ended)(void));

/* Until `display_server_end_guard`, the end of the X server calls `ended`, on a thread of its own, also where it makes a
 * library crash: SDL and Mesa draw on for a server that has ended. Where the crash lets `ended` wait for ever, the
 * program prints `words` and ends with status 69. On the main thread only. */
void display_server_begin_guard(const char *words);
void display_server_end_guard(void);

/* The errors that were counted so far. */
unsigned display_server_error_count(void);

/* Calls `lost` when the connection of an `SDL_Window` on X11 breaks, which would end the program; Xlib's functions then
 * return. The connection may not be used any more, not even to be closed. */
void display_server_watch(void *window, void (*lost)(void));

/* Whether an `SDL_Window` is still there: on X11 another program may destroy it. */
int display_server_has_window(void *window);

/* Destroys an `SDL_Window`. On X11 the errors for it arrive before SDL gives the handler of errors back. */
void display_server_destroy(void *window);

/* The descriptor on which the events of an `SDL_Window` arrive; -1 if there is none. */
int display_server_descriptor(void *window);

/* Whether the X server of the variable DISPLAY has a window manager that lets windows fill a display. */
int display_server_has_full_screen(void);
