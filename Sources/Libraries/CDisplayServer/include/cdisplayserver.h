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

/* What of the desktop has changed: bits. */
enum display_server_changes {
    display_server_displays = 1, /* a display's mode or place, or that it is there */
    display_server_manager = 2,  /* the window manager */
};

/* Lets the X server of an `SDL_Window` tell of such changes, on a connection of its own, after `display_server_watch`.
 * Returns the descriptor on which they arrive; -1 on other servers. */
int display_server_follow_desktop(void *window);

/* The changes that have arrived since the last call. */
int display_server_take_changes(void);

/* Stores the area (x, y, width, height) of a display of the X server: of the one with this name, else of the one at the
 * window's upper left corner, else of the first. Stores its name if `name` was empty. Returns 0 if there is none. */
int display_server_area(void *window, char name[64], int area[4]);

/* No changes are told any more. Not after the server's end. */
void display_server_leave_desktop(void);

/* How the display with an `SDL_Window` is turned, in quarter turns counter-clockwise; -1 if the server does not say. On
 * Wayland the display is the one that begins at (x, y), SDL's bounds. */
int display_server_rotation(void *window, int x, int y);

/* From now on a Wayland compositor tells, on a connection of its own, of each display that is turned. An X server does
 * it as one of the changes above. */
void display_server_follow_rotation(void *window);

/* The descriptor of that connection; -1 without it. */
int display_server_turn_descriptor(void);

/* Reads what the connection has brought; returns whether a display may have been turned. */
int display_server_takes_turn(void);
