#include "cdisplayserver.h"
#include "loaded.h"

#include <X11/Xlib.h>
#include <X11/extensions/Xrandr.h>
#include <poll.h>
#include <string.h>
#include <wayland-client-core.h>
#include <wayland-client-protocol.h>

#define WAYLAND(name) ((__typeof__(&name))symbol("libwayland-client.so.0", #name))

static int has_randr(Display *display)
{
    int event, error;
    return xrandr("XRRQueryExtension") && XRANDR(XRRQueryExtension)(display, &event, &error);
}

/* RandR's rotations are counter-clockwise: with RR_Rotate_90 a picture's top is at the panel's left edge. */
static int quarter_turns(Rotation rotation)
{
    switch (rotation & (RR_Rotate_0 | RR_Rotate_90 | RR_Rotate_180 | RR_Rotate_270)) {
    case RR_Rotate_90: return 1;
    case RR_Rotate_180: return 2;
    case RR_Rotate_270: return 3;
    default: return 0;
    }
}

/* The middle of a window on the X screen. */
static int find_middle(Display *display, Window window, int *x, int *y)
{
    XWindowAttributes attributes;
    Window child;
    return XLIB(XGetWindowAttributes)(display, window, &attributes) &&
           XLIB(XTranslateCoordinates)(display, window, attributes.root, attributes.width / 2, attributes.height / 2, x,
                                       y, &child);
}

static int contains(const XRRCrtcInfo *crtc, int x, int y)
{
    return crtc->mode != None && x >= crtc->x && x - crtc->x < (int)crtc->width && y >= crtc->y &&
           y - crtc->y < (int)crtc->height;
}

static int x11_rotation(Display *display, Window window)
{
    int x, y, rotation = -1;
    if (!has_randr(display) || !find_middle(display, window, &x, &y)) return -1;
    XRRScreenResources *resources = XRANDR(XRRGetScreenResourcesCurrent)(display, window);
    for (int i = 0; resources && rotation < 0 && i < resources->ncrtc; i++) {
        XRRCrtcInfo *crtc = XRANDR(XRRGetCrtcInfo)(display, resources, resources->crtcs[i]);
        if (!crtc) continue;
        if (contains(crtc, x, y)) rotation = quarter_turns(crtc->rotation);
        XRANDR(XRRFreeCrtcInfo)(crtc);
    }
    if (resources) XRANDR(XRRFreeScreenResources)(resources);
    return rotation;
}

/* A search for the output at (x, y) among those of a compositor; else the first one counts. */
struct search {
    int x, y, rotation;
    unsigned answers;
};

/* A compositor gives the rotation counter-clockwise, with 4 more for a mirrored picture. */
static void take_geometry(void *data, struct wl_output *output, int32_t x, int32_t y, int32_t width, int32_t height,
                          int32_t subpixel, const char *make, const char *model, int32_t transform)
{
    struct search *search = data;
    (void)output, (void)width, (void)height, (void)subpixel, (void)make, (void)model;
    search->answers++;
    if (search->rotation < 0 || (x == search->x && y == search->y)) search->rotation = transform & 3;
}

static void take_mode(void *data, struct wl_output *output, uint32_t flags, int32_t width, int32_t height, int32_t rate)
{
    (void)data, (void)output, (void)flags, (void)width, (void)height, (void)rate;
}

static void take_global(void *data, struct wl_registry *registry, uint32_t name, const char *interface,
                        uint32_t version)
{
    static const struct wl_output_listener listener = {.geometry = take_geometry, .mode = take_mode};
    (void)version;
    if (strcmp(interface, "wl_output") != 0) return;
    /* Of version 1, which has no other events. */
    struct wl_proxy *output = WAYLAND(wl_proxy_marshal_flags)(
        (struct wl_proxy *)registry, WL_REGISTRY_BIND, WAYLAND(wl_output_interface), 1, 0, name, interface, 1, NULL);
    if (output) WAYLAND(wl_proxy_add_listener)(output, (void (**)(void))&listener, data);
}

static void take_removal(void *data, struct wl_registry *registry, uint32_t name)
{
    (void)data, (void)registry, (void)name;
}

/* Connects to the compositor for a search among its outputs, which `search` gets until the end of the connection. The
 * connection is not SDL's: there, a compositor would tell SDL that the window is on these objects, too. */
static struct wl_display *connect_search(struct search *search)
{
    static const struct wl_registry_listener listener = {.global = take_global, .global_remove = take_removal};
    if (!symbol("libwayland-client.so.0", "wl_proxy_marshal_flags")) return NULL;
    struct wl_display *display = WAYLAND(wl_display_connect)(NULL);
    if (!display) return NULL;
    struct wl_proxy *registry = WAYLAND(wl_proxy_marshal_flags)(
        (struct wl_proxy *)display, WL_DISPLAY_GET_REGISTRY, WAYLAND(wl_registry_interface), 1, 0, NULL);
    if (registry) {
        WAYLAND(wl_proxy_add_listener)(registry, (void (**)(void))&listener, search);
        /* The first one gives the outputs, the second one what they are. */
        if (WAYLAND(wl_display_roundtrip)(display) >= 0) WAYLAND(wl_display_roundtrip)(display);
    }
    return display;
}

/* SDL's own orientation of a display does not tell a turned panel from one that stands upright. */
static int wayland_rotation(int x, int y)
{
    struct search search = {.x = x, .y = y, .rotation = -1};
    struct wl_display *display = connect_search(&search);
    if (display) WAYLAND(wl_display_disconnect)(display);
    return search.rotation;
}

/* A connection that tells of turned outputs, open until the end of the program or of the compositor. SDL (2.26) waits
 * for an event that does not come if an output is turned upside down. */
static struct wl_display *follower;
static struct search followed;

int display_server_turn_descriptor(void) { return follower ? WAYLAND(wl_display_get_fd)(follower) : -1; }

int display_server_takes_turn(void)
{
    struct pollfd ready = {.fd = display_server_turn_descriptor(), .events = POLLIN};
    if (!follower || poll(&ready, 1, 0) <= 0) return 0;
    unsigned before = followed.answers;
    if (WAYLAND(wl_display_dispatch)(follower) < 0) {
        WAYLAND(wl_display_disconnect)(follower);
        follower = NULL;
    } else {
        /* A new output is asked. */
        WAYLAND(wl_display_flush)(follower);
    }
    return followed.answers != before;
}

int display_server_rotation(void *window, int x, int y)
{
    SDL_SysWMinfo info;
    if (!get_info(window, &info)) return -1;
    switch (info.subsystem) {
    case SDL_SYSWM_X11: return x11_rotation(info.info.x11.display, info.info.x11.window);
    case SDL_SYSWM_WAYLAND: return wayland_rotation(x, y);
    default: return -1;
    }
}

void display_server_follow_rotation(void *window)
{
    SDL_SysWMinfo info;
    if (get_info(window, &info) && info.subsystem == SDL_SYSWM_WAYLAND && !follower)
        follower = connect_search(&followed);
}
