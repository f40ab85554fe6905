/* Functions of libraries that SDL has loaded. */
#pragma once

#include <SDL2/SDL.h>
#include <SDL2/SDL_syswm.h>
#include <dlfcn.h>

/* The symbol of a loaded library; NULL if it is not loaded. The library stays loaded from then on. */
static inline void *symbol(const char *library, const char *name)
{
    void *handle = dlopen(library, RTLD_LAZY | RTLD_NOLOAD);
    return handle ? dlsym(handle, name) : NULL;
}

static inline void *xlib(const char *name) { return symbol("libX11.so.6", name); }
#define XLIB(name) ((__typeof__(&name))xlib(#name))

static inline void *xrandr(const char *name) { return symbol("libXrandr.so.2", name); }
#define XRANDR(name) ((__typeof__(&name))xrandr(#name))

static inline int get_info(SDL_Window *window, SDL_SysWMinfo *info)
{
    SDL_VERSION(&info->version);
    return SDL_GetWindowWMInfo(window, info);
}
