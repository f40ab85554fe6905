#define _GNU_SOURCE
#include "cdisplayserver.h"

#include <SDL2/SDL.h>
#include <SDL2/SDL_syswm.h>
#include <X11/Xatom.h>
#include <X11/Xlib.h>
#include <dlfcn.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

static atomic_uint error_count;
static void (*when_ended)(void), (*when_lost)(void);
static Display *watched;

/* The symbol of a loaded library; NULL if it is not loaded. The library stays loaded from then on. */
static void *symbol(const char *library, const char *name)
{
    void *handle = dlopen(library, RTLD_LAZY | RTLD_NOLOAD);
    return handle ? dlsym(handle, name) : NULL;
}

static void *xlib(const char *name) { return symbol("libX11.so.6", name); }
#define XLIB(name) ((__typeof__(&name))xlib(#name))

static int count_error(Display *display, XErrorEvent *error)
{
    (void)display;
    (void)error;
    atomic_fetch_add(&error_count, 1);
    return 0;
}

/* In place of a function that prints a message. Xlib then ends the program, or calls `tell_end`. */
static int note_end(Display *display)
{
    if (display != watched) when_ended();
    return 0;
}

void display_server_take_errors(void (*ended)(void))
{
    if (!xlib("XSetErrorHandler")) return;
    when_ended = ended;
    watched = NULL;
    XLIB(XSetErrorHandler)(count_error);
    XLIB(XSetIOErrorHandler)(note_end);
}

/* A connection of its own, which shows whether the server is still there, while a guard is on. */
static Display *probe;
static struct sigaction before_guard;

static void end_or_crash(int number)
{
    static atomic_flag is_ending = ATOMIC_FLAG_INIT;
    struct pollfd server = {.fd = ConnectionNumber(probe), .events = POLLRDHUP};
    /* The server's connections close one after the other. */
    if (poll(&server, 1, 100) > 0) {
        /* Several threads may draw, and crash. */
        while (atomic_flag_test_and_set(&is_ending)) pause();
        when_ended();
    }
    sigaction(number, &before_guard, NULL);
    /* The instruction is repeated, and crashes as it would have. */
}

void display_server_begin_guard(void)
{
    if (!xlib("XOpenDisplay") || !(probe = XLIB(XOpenDisplay)(NULL))) return;
    struct sigaction action = {.sa_handler = end_or_crash};
    sigaction(SIGSEGV, &action, &before_guard);
}

void display_server_end_guard(void)
{
    if (!probe) return;
    sigaction(SIGSEGV, &before_guard, NULL);
    XLIB(XCloseDisplay)(probe);
    probe = NULL;
}

unsigned display_server_error_count(void) { return atomic_load(&error_count); }

/* In place of a function that ends the program. */
static void tell_end(Display *display, void *data)
{
    (void)display;
    (void)data;
    when_lost();
}

static int get_info(SDL_Window *window, SDL_SysWMinfo *info)
{
    SDL_VERSION(&info->version);
    return SDL_GetWindowWMInfo(window, info);
}

void display_server_watch(void *window, void (*lost)(void))
{
    SDL_SysWMinfo info;
    if (!get_info(window, &info) || info.subsystem != SDL_SYSWM_X11 || !xlib("XSetIOErrorExitHandler")) return;
    when_lost = lost;
    watched = info.info.x11.display;
    XLIB(XSetIOErrorExitHandler)(watched, tell_end, NULL);
}

int display_server_has_window(void *window)
{
    SDL_SysWMinfo info;
    XWindowAttributes attributes;
    if (!get_info(window, &info) || info.subsystem != SDL_SYSWM_X11) return 1;
    return XLIB(XGetWindowAttributes)(info.info.x11.display, info.info.x11.window, &attributes) != 0;
}

void display_server_destroy(void *window)
{
    SDL_SysWMinfo info;
    Display *display = get_info(window, &info) && info.subsystem == SDL_SYSWM_X11 ? info.info.x11.display : NULL;
    SDL_DestroyWindow(window);
    if (display) XLIB(XSync)(display, False);
}

int display_server_descriptor(void *window)
{
    SDL_SysWMinfo info;
    if (!get_info(window, &info)) return -1;
    if (info.subsystem == SDL_SYSWM_X11) return ConnectionNumber(info.info.x11.display);
    if (info.subsystem != SDL_SYSWM_WAYLAND) return -1;
    int (*descriptor)(struct wl_display *) = symbol("libwayland-client.so.0", "wl_display_get_fd");
    return descriptor ? descriptor(info.info.wl.display) : -1;
}

/* Reads a property that is a list of atoms or windows; returns their number, 0 if there is none. */
static unsigned long read_property(
    Display *display, Window window, const char *name, Atom type, unsigned long *items, unsigned long limit)
{
    Atom actual;
    unsigned long count = 0, rest;
    unsigned char *value = NULL;
    int format = 0;
    XLIB(XGetWindowProperty)
    (display, window, XLIB(XInternAtom)(display, name, False), 0, (long)limit, False, type, &actual, &format, &count,
     &rest, &value);
    if (format != 32) count = 0;
    if (count > 0) memcpy(items, value, count * sizeof *items);
    if (value) XLIB(XFree)(value);
    return count;
}

/* Whether a window manager lets windows fill a display (EWMH, _NET_SUPPORTED). What a former one said counts only if
 * its window is still there (_NET_SUPPORTING_WM_CHECK). */
static int fills_display(Display *display)
{
    static const char check[] = "_NET_SUPPORTING_WM_CHECK";
    unsigned long own, same, items[1024];
    Window root = DefaultRootWindow(display);
    Atom full_screen = XLIB(XInternAtom)(display, "_NET_WM_STATE_FULLSCREEN", False);
    if (read_property(display, root, check, XA_WINDOW, &own, 1) != 1) return 0;
    if (read_property(display, own, check, XA_WINDOW, &same, 1) != 1 || same != own) return 0;
    unsigned long count = read_property(display, root, "_NET_SUPPORTED", XA_ATOM, items, 1024);
    for (unsigned long i = 0; i < count; i++)
        if (items[i] == full_screen) return 1;
    return 0;
}

int display_server_has_full_screen(void)
{
    if (!xlib("XOpenDisplay")) return 0;
    /* A connection of its own: on SDL's there may be events that SDL waits for. */
    Display *display = XLIB(XOpenDisplay)(NULL);
    if (!display) return 0;
    int fills = fills_display(display);
    XLIB(XCloseDisplay)(display);
    return fills;
}
