// C interface of Dear ImGui: widgets in one panel, which are drawn into pixels of the caller.
//
// Between `cimgui_begin` and `cimgui_end` each call adds a widget below the one before. A `label` also names
// the widget within the present `cimgui_push_id`; what follows "##" in it is not shown. Places and sizes are
// pixels of the panel. Texts are UTF-8.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct cimgui_panel cimgui_panel;

/// A panel without a look, used on one thread at a time. Without memory the program ends.
__attribute__((returns_nonnull)) cimgui_panel *cimgui_create(void);
void cimgui_destroy(cimgui_panel *panel);

/// Fonts for a screen with `scale` pixels for a unit of the desktop, which have the characters of `text`, as far
/// as the system's fonts do; and colours, light on dark or dark on light.
void cimgui_set_look(cimgui_panel *panel, float scale, bool is_light, const char *text);

// MARK: Events, before `cimgui_begin`.

void cimgui_move(cimgui_panel *panel, float x, float y);
/// The mouse is nowhere.
void cimgui_leave(cimgui_panel *panel);
/// 0 is the left button, 1 the right one.
void cimgui_button(cimgui_panel *panel, int button, bool is_down);
/// Lines; a positive number scrolls up.
void cimgui_scroll(cimgui_panel *panel, float lines);
/// Moves the list under the mouse by so many pixels, down if positive.
void cimgui_pull(cimgui_panel *panel, float distance);

typedef enum {
    CIMGUI_TAB, CIMGUI_LEFT, CIMGUI_RIGHT, CIMGUI_UP, CIMGUI_DOWN, CIMGUI_PAGE_UP, CIMGUI_PAGE_DOWN,
    CIMGUI_HOME, CIMGUI_END, CIMGUI_DELETE, CIMGUI_BACKSPACE, CIMGUI_SPACE, CIMGUI_ENTER, CIMGUI_ESCAPE,
    CIMGUI_A, CIMGUI_C, CIMGUI_V, CIMGUI_X, CIMGUI_Y, CIMGUI_Z, CIMGUI_S,
} cimgui_key;
void cimgui_set_key(cimgui_panel *panel, cimgui_key key, bool is_down);
void cimgui_modifiers(cimgui_panel *panel, bool control, bool shift, bool alt);
/// Typed text.
void cimgui_type(cimgui_panel *panel, const char *text);

/// Whether a text is being typed, and whether a widget is being changed or has the keyboard.
bool cimgui_is_typing(const cimgui_panel *panel);
bool cimgui_is_active(const cimgui_panel *panel);

// MARK: Frames

/// Begins a frame of this size, `seconds` after the one before.
void cimgui_begin(cimgui_panel *panel, int width, int height, float seconds);
/// Ends it. True if it looks different from the frame that was drawn last.
bool cimgui_end(cimgui_panel *panel);
/// Draws the last frame: pixels 0xAARRGGBB, premultiplied, in rows without gaps, each of which is written.
void cimgui_draw(cimgui_panel *panel, uint32_t *pixels);

// MARK: Layout

void cimgui_push_id(cimgui_panel *panel, const char *name);
void cimgui_pop_id(cimgui_panel *panel);
/// The next widget stands in the same row, from `x` on; right after the one before if that is 0.
void cimgui_same_row(cimgui_panel *panel, float x);
/// The next widget with a width has so many pixels.
void cimgui_next_width(cimgui_panel *panel, float width);
/// Pixels that are left to the right of the next widget, and below it.
float cimgui_width(const cimgui_panel *panel);
float cimgui_height(const cimgui_panel *panel);
/// Pixels for the height of a line of text, for that of a row of widgets, and for a text's width.
float cimgui_line_height(const cimgui_panel *panel);
float cimgui_row_height(const cimgui_panel *panel);
float cimgui_text_width(const cimgui_panel *panel, const char *text);
/// Greys and ignores the widgets until `cimgui_enable`.
void cimgui_disable(cimgui_panel *panel);
void cimgui_enable(cimgui_panel *panel);
/// A scrolled part of this height, to `cimgui_end_part`, with the present position kept under its name.
void cimgui_begin_part(cimgui_panel *panel, const char *name, float height);
void cimgui_end_part(cimgui_panel *panel);
/// Scrolls the part so that the widget before is seen.
void cimgui_show_last(cimgui_panel *panel);
/// A heading that opens and closes what follows; true if it is open.
bool cimgui_section(cimgui_panel *panel, const char *label, bool is_open_at_first);

// MARK: Widgets

typedef enum { CIMGUI_PLAIN, CIMGUI_FAINT, CIMGUI_STRONG, CIMGUI_WARNING } cimgui_tone;
void cimgui_text(cimgui_panel *panel, const char *text, cimgui_tone tone, bool wraps);
/// A widget is known by its label, or by what follows "###" in it: one whose text changes needs that, or
/// it loses the keyboard's focus, and a press, with each change.
bool cimgui_press(cimgui_panel *panel, const char *label);
/// A small button, or one that looks chosen.
bool cimgui_press_small(cimgui_panel *panel, const char *label, bool is_chosen);
/// A row that can be chosen; `width` 0 is the rest of the row.
bool cimgui_row(cimgui_panel *panel, const char *label, bool is_chosen, float width);
bool cimgui_check(cimgui_panel *panel, const char *label, bool *value);
/// A number on a scale from `least` to `most`; shown with `decimals`.
bool cimgui_slide(
    cimgui_panel *panel, const char *label, double *value, double least, double most, int decimals,
    const char *unit);
/// A number that is dragged by `speed` a pixel.
bool cimgui_drag(
    cimgui_panel *panel, const char *label, double *value, double speed, double least, double most,
    int decimals, const char *unit);
bool cimgui_drag_integer(
    cimgui_panel *panel, const char *label, int64_t *value, int64_t least, int64_t most);
/// A text of at most `capacity` bytes with its end; true when it was finished.
bool cimgui_edit(cimgui_panel *panel, const char *label, char *text, int capacity);
/// One of texts; `chosen` may be -1.
bool cimgui_choose(
    cimgui_panel *panel, const char *label, const char *shown, const char *const *texts, int count,
    int *chosen);
/// One of texts, each with its meaning beside it, in a list that can be searched by typing.
bool cimgui_search(
    cimgui_panel *panel, const char *label, const char *shown, const char *const *texts,
    const char *const *meanings, int count, int *chosen);
/// A patch of a colour (0 to 1 each, not premultiplied) that can be pressed.
bool cimgui_patch(cimgui_panel *panel, const char *label, const float rgba[4]);
/// Whether the keyboard has moved to the last widget, and where this stands: left, top, right, bottom.
bool cimgui_last_is_focused(const cimgui_panel *panel);
void cimgui_last_place(const cimgui_panel *panel, float place[4]);
/// A text beside the pointer while it rests on the last widget.
void cimgui_hint(cimgui_panel *panel, const char *text);

// MARK: Drawings

/// An empty place of this height, the rest of the row wide; gives where it is, as `cimgui_last_place`.
void cimgui_canvas(cimgui_panel *panel, const char *name, float height, float place[4]);
/// A curve through `count` points, x and y after each other, in pixels of the panel.
void cimgui_curve(cimgui_panel *panel, const float *points, int count, cimgui_tone tone, float width);
void cimgui_dot(cimgui_panel *panel, float x, float y, float radius, cimgui_tone tone);
/// The ground of a drawing.
void cimgui_ground(cimgui_panel *panel, const float place[4]);
/// A text with its left or right end at x, its top at y.
void cimgui_label(
    cimgui_panel *panel, float x, float y, const char *text, cimgui_tone tone, bool ends_at_x);

#ifdef __cplusplus
}
#endif
