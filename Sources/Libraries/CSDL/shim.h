#include <SDL2/SDL.h>

/* Swift does not import macros with arguments. */
static inline int lenticule_centered_on_display(int display) {
    return SDL_WINDOWPOS_CENTERED_DISPLAY(display);
}
