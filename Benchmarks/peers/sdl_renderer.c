/* Three layers over each other with SDL_Renderer: what a plain SDL program does.
 * sdl_renderer FOLDER DRIVER FRAMES prints wall and processor milliseconds a frame. */
#include <SDL.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { WIDTH = 1280, HEIGHT = 720, LAYERS = 3, WARM_UP = 60 };

static double milliseconds(clockid_t clock)
{
    struct timespec time;
    clock_gettime(clock, &time);
    return time.tv_sec * 1e3 + time.tv_nsec / 1e6;
}

static SDL_Texture *load(SDL_Renderer *renderer, const char *folder, const char *name)
{
    static Uint32 pixels[WIDTH * HEIGHT];
    char path[4096];
    snprintf(path, sizeof path, "%s/%s.argb", folder, name);
    FILE *file = fopen(path, "rb");
    if (!file || fread(pixels, 4, WIDTH * HEIGHT, file) != WIDTH * HEIGHT)
        return NULL;
    fclose(file);
    SDL_Texture *texture = SDL_CreateTexture(
        renderer, SDL_PIXELFORMAT_ARGB8888, SDL_TEXTUREACCESS_STATIC, WIDTH, HEIGHT);
    SDL_UpdateTexture(texture, NULL, pixels, WIDTH * 4);
    SDL_SetTextureBlendMode(texture, SDL_BLENDMODE_BLEND);
    return texture;
}

static void draw(SDL_Renderer *renderer, SDL_Texture *layers[LAYERS], int frame)
{
    double part = frame % 120 / 120.0;
    double opacity[LAYERS] = {1, 0.2 + 0.7 * part, 0.9 - 0.7 * part};
    SDL_RenderClear(renderer);
    for (int i = 0; i < LAYERS; i++) {
        SDL_SetTextureAlphaMod(layers[i], (Uint8)(opacity[i] * 255 + 0.5));
        SDL_RenderCopy(renderer, layers[i], NULL, NULL);
    }
    SDL_RenderPresent(renderer);
    SDL_Event event;
    while (SDL_PollEvent(&event)) { }
}

int main(int count, char **arguments)
{
    if (count != 4)
        return 64;
    SDL_SetHint(SDL_HINT_RENDER_DRIVER, arguments[2]);
    if (SDL_Init(SDL_INIT_VIDEO) != 0)
        return 69;
    SDL_Window *window = SDL_CreateWindow(
        "peer", 0, 0, WIDTH, HEIGHT, SDL_WINDOW_BORDERLESS);
    SDL_Renderer *renderer = SDL_CreateRenderer(window, -1, 0);
    SDL_RendererInfo info;
    if (!renderer || SDL_GetRendererInfo(renderer, &info) != 0
        || strcmp(info.name, arguments[2]) != 0)
        return 69;
    const char *names[LAYERS] = {"back", "middle", "front"};
    SDL_Texture *layers[LAYERS];
    for (int i = 0; i < LAYERS; i++)
        if (!(layers[i] = load(renderer, arguments[1], names[i])))
            return 66;
    int frames = atoi(arguments[3]);
    int first = frames > 1 ? -WARM_UP : 0;
    double wall = 0, processor = 0;
    for (int frame = first; frame < frames; frame++) {
        if (frame == 0) {
            wall = milliseconds(CLOCK_MONOTONIC);
            processor = milliseconds(CLOCK_PROCESS_CPUTIME_ID);
        }
        draw(renderer, layers, frame - first);
    }
    printf("%g %g\n", (milliseconds(CLOCK_MONOTONIC) - wall) / frames,
           (milliseconds(CLOCK_PROCESS_CPUTIME_ID) - processor) / frames);
    return 0;
}
