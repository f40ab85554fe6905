#define _GNU_SOURCE
#include "cdisplayserver.h"
#include "loaded.h"

#include <X11/Xatom.h>
#include <X11/Xlib.h>
#include <X11/extensions/Xrandr.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sysexits.h>
#include <unistd.h>

static atomic_uint error_count;
static void (*when_ended)(void), (*when_lost)(void);
static Display *watched;

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

static void close_probe(void)
{
    XLIB(XCloseDisplay)(probe);
    probe = NULL;
}

/* What the handler of signals needs: the descriptor of `probe`, the pipe to `guard`, and what is printed where `guard`
 * does not end the program. */
static int server_descriptor, guard_pipe[2];
static char last_words[512];
static size_t last_words_length;
static pthread_t guard;

/* Ends the program after a crash, of which a byte tells; ends itself when the pipe is closed. */
static void *await_crash(void *unused)
{
    (void)unused;
    char byte;
    ssize_t count;
    while ((count = read(guard_pipe[0], &byte, 1)) < 0 && errno == EINTR) {}
    if (count > 0) when_ended();
    return NULL;
}

/* A crashed thread may hold any lock. So another one ends the program, and if that one waits for such a lock for two
 * seconds, the program ends without what it does at the end. Calls only functions that are safe in a handler. */
static void end_or_crash(int number)
{
    struct pollfd server = {.fd = server_descriptor, .events = POLLRDHUP};
    /* The server's connections close one after the other. */
    if (poll(&server, 1, 100) > 0) {
        if (write(guard_pipe[1], "", 1) == 1) poll(NULL, 0, 2000);
        if (write(STDERR_FILENO, last_words, last_words_length) < 0) _exit(EX_IOERR);
        _exit(EX_UNAVAILABLE);
    }
    sigaction(number, &before_guard, NULL);
    /* The instruction is repeated, and crashes as it would have. */
}

void display_server_begin_guard(const char *words)
{
    if (!xlib("XOpenDisplay") || !(probe = XLIB(XOpenDisplay)(NULL))) return;
    server_descriptor = ConnectionNumber(probe);
    last_words_length = strnlen(words, sizeof last_words);
    memcpy(last_words, words, last_words_length);
    if (pipe2(guard_pipe, O_CLOEXEC) != 0) return close_probe();
    if (pthread_create(&guard, NULL, await_crash, NULL) != 0) {
        close(guard_pipe[0]);
        close(guard_pipe[1]);
        return close_probe();
    }
    struct sigaction action = {.sa_handler = end_or_crash};
    sigaction(SIGSEGV, &action, &before_guard);
}

void display_server_end_guard(void)
{
    if (!probe) return;
    sigaction(SIGSEGV, &before_guard, NULL);
    close(guard_pipe[1]);
    pthread_join(guard, NULL);
    close(guard_pipe[0]);
    close_probe();
}

unsigned display_server_error_count(void) { return atomic_load(&error_count); }

/* In place of a function that ends the program. */
static void tell_end(Display *display, void *data)
{
    (void)display;
    (void)data;
    when_lost();
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
    /* That the window of a former manager has gone is no error of ours. */
    unsigned errors = atomic_load(&error_count);
    int fills = fills_display(display);
    atomic_store(&error_count, errors);
    XLIB(XCloseDisplay)(display);
    return fills;
}

/* The connection that tells of changes; NULL if there is none. On SDL's an X server leaves the choice of events as SDL
 * has made it. */
static Display *desktop;
static int first_randr_event;
static Atom manager_check;

int display_server_follow_desktop(void *window)
{
    SDL_SysWMinfo info;
    int error;
    if (!get_info(window, &info) || info.subsystem != SDL_SYSWM_X11 || !xlib("XSetIOErrorExitHandler")) return -1;
    if (!xrandr("XRRGetMonitors") || !(desktop = XLIB(XOpenDisplay)(NULL))) return -1;
    XLIB(XSetIOErrorExitHandler)(desktop, tell_end, NULL);
    Window root = DefaultRootWindow(desktop);
    manager_check = XLIB(XInternAtom)(desktop, "_NET_SUPPORTING_WM_CHECK", False);
    XLIB(XSelectInput)(desktop, root, PropertyChangeMask);
    if (XRANDR(XRRQueryExtension)(desktop, &first_randr_event, &error))
        XRANDR(XRRSelectInput)(desktop, root, RRScreenChangeNotifyMask | RRCrtcChangeNotifyMask);
    else
        first_randr_event = LASTEvent;
    XLIB(XFlush)(desktop);
    return ConnectionNumber(desktop);
}

int display_server_take_changes(void)
{
    int changes = 0;
    while (desktop && XLIB(XPending)(desktop) > 0) {
        XEvent event;
        XLIB(XNextEvent)(desktop, &event);
        int randr = event.type - first_randr_event;
        if (randr == RRScreenChangeNotify || randr == RRNotify) changes |= display_server_displays;
        if (event.type == PropertyNotify && event.xproperty.atom == manager_check) changes |= display_server_manager;
    }
    return changes;
}

void display_server_leave_desktop(void)
{
    if (desktop) XLIB(XCloseDisplay)(desktop);
    desktop = NULL;
}

/* How well a display suits: by its name, by its place, or only because it is there. */
static int suits(const XRRMonitorInfo *monitor, const char *name, int x, int y)
{
    int is_same = 0;
    char *own = XLIB(XGetAtomName)(desktop, monitor->name);
    if (own) {
        is_same = *name && strcmp(own, name) == 0;
        XLIB(XFree)(own);
    }
    int is_there = x >= monitor->x && y >= monitor->y && x < monitor->x + monitor->width
        && y < monitor->y + monitor->height;
    return is_same ? 3 : is_there ? 2 : 1;
}

int display_server_area(void *window, char name[64], int area[4])
{
    int x, y, count = 0;
    if (!desktop) return 0;
    XRRMonitorInfo *monitors = XRANDR(XRRGetMonitors)(desktop, DefaultRootWindow(desktop), True, &count), *best = NULL;
    SDL_GetWindowPosition(window, &x, &y);
    for (int i = 0, most = 0; i < count; i++) {
        int value = suits(&monitors[i], name, x, y);
        if (value > most) (best = &monitors[i]), most = value;
    }
    if (best) {
        memcpy(area, (int[]){best->x, best->y, best->width, best->height}, 4 * sizeof *area);
        char *own = *name ? NULL : XLIB(XGetAtomName)(desktop, best->name);
        if (own) snprintf(name, 64, "%s", own);
        if (own) XLIB(XFree)(own);
    }
    if (monitors) XRANDR(XRRFreeMonitors)(monitors);
    return best != NULL;
}
