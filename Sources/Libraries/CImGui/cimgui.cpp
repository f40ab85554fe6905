#include "cimgui.h"

#include <cfloat>
#include <cstdio>
#include <cstring>
#include <mutex>
#include <string>

#include <imgui/imgui.h>
#include <imgui/imgui_internal.h>

#include "fonts.h"
#include "triangles.h"

struct cimgui_panel {
    ImGuiContext *context = nullptr;
    ImFontAtlas *fonts = nullptr;
    Atlas atlas;
    uint64_t drawn = 0;
    bool has_drawn = false;
    bool is_light = false;
    bool may_take_focus = true;
    /// The field in which a text is typed, and the text so far.
    ImGuiID edited = 0;
    std::string edited_text;
    /// What is searched for in the open list.
    std::string searched;
    /// How far the next frame moves the list under the pointer.
    float pulled = 0;
};

/// ImGui has one present context for all threads.
static std::mutex frame;

namespace {

struct Present {
    explicit Present(const cimgui_panel *panel) { ImGui::SetCurrentContext(panel->context); }
};

ImVec4 rgb(unsigned colour, float alpha = 1) {
    return ImVec4(float(colour >> 16 & 0xFF) / 255, float(colour >> 8 & 0xFF) / 255, float(colour & 0xFF) / 255, alpha);
}

/// The colours of one look.
struct Palette {
    unsigned back, field, hovered, pressed, text, faint, line, accent, accent_text;
    float back_alpha;
};

const Palette dark = {0x1B1D22, 0x2B2F37, 0x383D48, 0x454C59, 0xF1F3F6, 0xA9B0BC, 0x3A3F4A, 0x4C9BFF, 0x08131F, 1};
const Palette light = {0xF7F8FA, 0xE3E6EB, 0xD5DAE2, 0xC5CCD7, 0x16191E, 0x565E6B, 0xC9CFD8, 0x0B63CE, 0xFFFFFF, 1};

const Palette &palette(const cimgui_panel *panel) { return panel->is_light ? light : dark; }

ImVec4 colour(const cimgui_panel *panel, cimgui_tone tone) {
    const Palette &own = palette(panel);
    switch (tone) {
        case CIMGUI_FAINT: return rgb(own.faint);
        case CIMGUI_STRONG: return rgb(own.accent);
        case CIMGUI_WARNING: return rgb(panel->is_light ? 0xA83A00 : 0xFFB454);
        default: return rgb(own.text);
    }
}

void set_style(const Palette &own, float scale) {
    ImGuiStyle style;
    style.WindowPadding = ImVec2(10, 8);
    style.FramePadding = ImVec2(6, 3);
    style.ItemSpacing = ImVec2(6, 4);
    style.ItemInnerSpacing = ImVec2(5, 4);
    style.FrameRounding = style.GrabRounding = style.ChildRounding = style.PopupRounding = 4;
    style.ScrollbarRounding = 5;
    style.ScrollbarSize = 11;
    style.GrabMinSize = 10;
    style.WindowRounding = style.WindowBorderSize = style.FrameBorderSize = style.ChildBorderSize = 0;
    style.ScaleAllSizes(scale);
    const ImVec4 field = rgb(own.field), hovered = rgb(own.hovered), pressed = rgb(own.pressed), accent = rgb(own.accent);
    const ImVec4 clear = ImVec4(0, 0, 0, 0);
    for (ImVec4 &entry : style.Colors) entry = field;
    auto set = [&style](std::initializer_list<int> entries, ImVec4 value) {
        for (int entry : entries) style.Colors[entry] = value;
    };
    set({ImGuiCol_Text}, rgb(own.text));
    set({ImGuiCol_TextDisabled}, rgb(own.faint));
    set({ImGuiCol_WindowBg}, rgb(own.back, own.back_alpha));
    set({ImGuiCol_PopupBg}, rgb(own.back));
    set({ImGuiCol_ChildBg, ImGuiCol_BorderShadow, ImGuiCol_ScrollbarBg}, clear);
    set({ImGuiCol_Border, ImGuiCol_Separator, ImGuiCol_SeparatorActive, ImGuiCol_SeparatorHovered}, rgb(own.line));
    set({ImGuiCol_FrameBgHovered, ImGuiCol_ButtonHovered, ImGuiCol_HeaderHovered}, hovered);
    set({ImGuiCol_FrameBgActive, ImGuiCol_ButtonActive, ImGuiCol_HeaderActive}, pressed);
    set({ImGuiCol_ScrollbarGrab}, hovered);
    set({ImGuiCol_ScrollbarGrabHovered, ImGuiCol_ScrollbarGrabActive}, pressed);
    set({ImGuiCol_CheckMark, ImGuiCol_NavHighlight}, accent);
    // The number under a knob stays readable.
    set({ImGuiCol_SliderGrab, ImGuiCol_SliderGrabActive}, rgb(own.accent, 0.55f));
    set({ImGuiCol_TextSelectedBg}, rgb(own.accent, 0.4f));
    set({ImGuiCol_NavWindowingHighlight, ImGuiCol_NavWindowingDimBg, ImGuiCol_ModalWindowDimBg}, clear);
    ImGui::GetStyle() = style;
}

/// A format of printf for a number with a unit behind it.
std::string number_format(int decimals, const char *unit) {
    std::string format = "%." + std::to_string(decimals) + "f";
    if (*unit) format += *unit == '%' ? "" : " ";
    for (const char *next = unit; *next; next++) format += *next == '%' ? "%%" : std::string(1, *next);
    return format;
}

const ImGuiKey keys[] = {
    ImGuiKey_Tab, ImGuiKey_LeftArrow, ImGuiKey_RightArrow, ImGuiKey_UpArrow, ImGuiKey_DownArrow, ImGuiKey_PageUp,
    ImGuiKey_PageDown, ImGuiKey_Home, ImGuiKey_End, ImGuiKey_Delete, ImGuiKey_Backspace, ImGuiKey_Space,
    ImGuiKey_Enter, ImGuiKey_Escape, ImGuiKey_A, ImGuiKey_C, ImGuiKey_V, ImGuiKey_X, ImGuiKey_Y, ImGuiKey_Z,
    // Without a key of ImGui's: `CIMGUI_S` only goes with Control.
};

}  // namespace

cimgui_panel *cimgui_create(void) {
    std::lock_guard<std::mutex> lock(frame);
    cimgui_panel *panel = new cimgui_panel;
    panel->context = ImGui::CreateContext();
    Present present(panel);
    ImGuiIO &io = ImGui::GetIO();
    io.IniFilename = io.LogFilename = nullptr;
    io.ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
    io.BackendFlags |= ImGuiBackendFlags_RendererHasVtxOffset;
    io.ConfigDragClickToInputText = true;
    io.ConfigInputTextCursorBlink = false;  // A blinking cursor would draw the panel again for ever.
    for (int key = 0; key < int(sizeof keys / sizeof *keys); key++) io.KeyMap[keys[key]] = key;
    return panel;
}

void cimgui_destroy(cimgui_panel *panel) {
    std::lock_guard<std::mutex> lock(frame);
    if (panel->fonts) panel->context->IO.Fonts = panel->fonts;
    ImGui::DestroyContext(panel->context);
    delete panel;
}

void cimgui_set_look(cimgui_panel *panel, float scale, bool is_light, const char *text) {
    std::lock_guard<std::mutex> lock(frame);
    Present present(panel);
    panel->is_light = is_light;
    set_style(palette(panel), scale);
    ImGuiIO &io = ImGui::GetIO();
    io.Fonts->Clear();
    build_fonts(*io.Fonts, ImMax(8.f, float(int(15 * scale + 0.5f))), text);
    unsigned char *alphas = nullptr;
    io.Fonts->GetTexDataAsAlpha8(&alphas, &panel->atlas.width, &panel->atlas.height);
    panel->atlas.alphas = alphas;
    panel->has_drawn = false;
}

void cimgui_move(cimgui_panel *panel, float x, float y) { panel->context->IO.MousePos = ImVec2(x, y); }

void cimgui_leave(cimgui_panel *panel) { panel->context->IO.MousePos = ImVec2(-FLT_MAX, -FLT_MAX); }

void cimgui_button(cimgui_panel *panel, int button, bool is_down) { panel->context->IO.MouseDown[button] = is_down; }

void cimgui_scroll(cimgui_panel *panel, float lines) { panel->context->IO.MouseWheel += lines; }

void cimgui_pull(cimgui_panel *panel, float distance) { panel->pulled += distance; }

void cimgui_set_key(cimgui_panel *panel, cimgui_key key, bool is_down) { panel->context->IO.KeysDown[key] = is_down; }

void cimgui_modifiers(cimgui_panel *panel, bool control, bool shift, bool alt) {
    ImGuiIO &io = panel->context->IO;
    io.KeyCtrl = control;
    io.KeyShift = shift;
    io.KeyAlt = alt;
}

void cimgui_type(cimgui_panel *panel, const char *text) { panel->context->IO.AddInputCharactersUTF8(text); }

bool cimgui_is_typing(const cimgui_panel *panel) { return panel->context->IO.WantTextInput; }

bool cimgui_is_active(const cimgui_panel *panel) {
    return panel->context->ActiveId != 0 || panel->context->OpenPopupStack.Size > 0;
}

/// Moves what is in a window, or in the nearest one around it that can be scrolled.
static void pull_list(ImGuiWindow *window, float distance) {
    if (distance == 0) return;
    while (window && window->ScrollMax.y <= 0 && (window->Flags & ImGuiWindowFlags_ChildWindow))
        window = window->ParentWindow;
    if (window) ImGui::SetScrollY(window, ImClamp(window->Scroll.y - distance, 0.f, window->ScrollMax.y));
}

void cimgui_begin(cimgui_panel *panel, int width, int height, float seconds) {
    frame.lock();
    Present present(panel);
    ImGuiIO &io = ImGui::GetIO();
    io.DisplaySize = ImVec2(float(width), float(height));
    io.DeltaTime = ImClamp(seconds, 1e-4f, 0.1f);
    ImGui::NewFrame();
    ImGui::SetNextWindowPos(ImVec2(0, 0));
    ImGui::SetNextWindowSize(io.DisplaySize);
    ImGui::Begin(
        "panel", nullptr,
        ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
            ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoScrollWithMouse);
    pull_list(panel->context->HoveredWindow, panel->pulled);
    panel->pulled = 0;
    if (panel->may_take_focus) ImGui::SetWindowFocus();
    panel->may_take_focus = false;
}

bool cimgui_end(cimgui_panel *panel) {
    ImGui::End();
    ImGui::Render();
    const uint64_t hash = hash_triangles(*ImGui::GetDrawData());
    frame.unlock();
    const bool is_new = !panel->has_drawn || hash != panel->drawn;
    panel->drawn = hash;
    return is_new;
}

void cimgui_draw(cimgui_panel *panel, uint32_t *pixels) {
    std::lock_guard<std::mutex> lock(frame);
    Present present(panel);
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    std::memset(pixels, 0, size_t(size.x) * size_t(size.y) * sizeof *pixels);
    draw_triangles(*ImGui::GetDrawData(), panel->atlas, pixels, int(size.x), int(size.y));
    panel->has_drawn = true;
}

void cimgui_push_id(cimgui_panel *, const char *name) { ImGui::PushID(name); }
void cimgui_pop_id(cimgui_panel *) { ImGui::PopID(); }
void cimgui_same_row(cimgui_panel *, float x) { ImGui::SameLine(x); }
void cimgui_next_width(cimgui_panel *, float width) { ImGui::SetNextItemWidth(width); }
float cimgui_width(const cimgui_panel *) { return ImGui::GetContentRegionAvail().x; }
float cimgui_height(const cimgui_panel *) { return ImGui::GetContentRegionAvail().y; }
float cimgui_line_height(const cimgui_panel *) { return ImGui::GetTextLineHeight(); }
float cimgui_row_height(const cimgui_panel *) { return ImGui::GetFrameHeightWithSpacing(); }
float cimgui_text_width(const cimgui_panel *, const char *text) { return ImGui::CalcTextSize(text, nullptr, true).x; }
void cimgui_disable(cimgui_panel *) { ImGui::BeginDisabled(); }
void cimgui_enable(cimgui_panel *) { ImGui::EndDisabled(); }

void cimgui_begin_part(cimgui_panel *, const char *name, float height) {
    ImGui::BeginChild(name, ImVec2(0, height), false, ImGuiWindowFlags_NavFlattened);
}
void cimgui_end_part(cimgui_panel *) { ImGui::EndChild(); }
void cimgui_show_last(cimgui_panel *) {
    // Without an animation, and only if it is out of sight.
    ImGuiWindow *window = ImGui::GetCurrentWindow();
    const float top = ImGui::GetItemRectMin().y, bottom = ImGui::GetItemRectMax().y;
    const float slack = ImGui::GetStyle().ItemSpacing.y;
    if (top < window->InnerRect.Min.y - slack || bottom > window->InnerRect.Max.y + slack) ImGui::SetScrollHereY(0.5f);
}

bool cimgui_section(cimgui_panel *, const char *label, bool is_open_at_first) {
    ImGui::PushStyleColor(ImGuiCol_Header, ImVec4(0, 0, 0, 0));
    const bool is_open =
        ImGui::CollapsingHeader(label, is_open_at_first ? ImGuiTreeNodeFlags_DefaultOpen : ImGuiTreeNodeFlags_None);
    ImGui::PopStyleColor();
    return is_open;
}

void cimgui_text(cimgui_panel *panel, const char *text, cimgui_tone tone, bool wraps) {
    ImGui::AlignTextToFramePadding();
    ImGui::PushStyleColor(ImGuiCol_Text, colour(panel, tone));
    if (wraps) ImGui::PushTextWrapPos(0);
    ImGui::TextUnformatted(text);
    if (wraps) ImGui::PopTextWrapPos();
    ImGui::PopStyleColor();
}

bool cimgui_press(cimgui_panel *, const char *label) { return ImGui::Button(label); }

bool cimgui_press_small(cimgui_panel *panel, const char *label, bool is_chosen) {
    if (is_chosen) {
        ImGui::PushStyleColor(ImGuiCol_Button, rgb(palette(panel).accent));
        ImGui::PushStyleColor(ImGuiCol_ButtonHovered, rgb(palette(panel).accent));
        ImGui::PushStyleColor(ImGuiCol_Text, rgb(palette(panel).accent_text));
    }
    const bool is_pressed = ImGui::Button(label);
    if (is_chosen) ImGui::PopStyleColor(3);
    return is_pressed;
}

bool cimgui_row(cimgui_panel *panel, const char *label, bool is_chosen, float width) {
    ImGui::AlignTextToFramePadding();
    if (is_chosen) {
        ImGui::PushStyleColor(ImGuiCol_Header, rgb(palette(panel).accent));
        ImGui::PushStyleColor(ImGuiCol_HeaderHovered, rgb(palette(panel).accent));
        ImGui::PushStyleColor(ImGuiCol_Text, rgb(palette(panel).accent_text));
    }
    const bool is_pressed = ImGui::Selectable(label, is_chosen, ImGuiSelectableFlags_None, ImVec2(width, 0));
    if (is_chosen) ImGui::PopStyleColor(3);
    return is_pressed;
}

bool cimgui_check(cimgui_panel *, const char *label, bool *value) { return ImGui::Checkbox(label, value); }

bool cimgui_slide(
    cimgui_panel *, const char *label, double *value, double least, double most, int decimals, const char *unit) {
    return ImGui::SliderScalar(label, ImGuiDataType_Double, value, &least, &most, number_format(decimals, unit).c_str(),
                               ImGuiSliderFlags_AlwaysClamp | ImGuiSliderFlags_NoRoundToFormat);
}

bool cimgui_drag(
    cimgui_panel *, const char *label, double *value, double speed, double least, double most, int decimals,
    const char *unit) {
    return ImGui::DragScalar(label, ImGuiDataType_Double, value, float(speed), &least, &most,
                             number_format(decimals, unit).c_str(), ImGuiSliderFlags_AlwaysClamp);
}

bool cimgui_drag_integer(cimgui_panel *, const char *label, int64_t *value, int64_t least, int64_t most) {
    return ImGui::DragScalar(label, ImGuiDataType_S64, value, 0.1f, &least, &most, "%lld", ImGuiSliderFlags_AlwaysClamp);
}

bool cimgui_edit(cimgui_panel *panel, const char *label, char *text, int capacity) {
    const ImGuiID id = ImGui::GetID(label);
    std::string buffer = panel->edited == id ? panel->edited_text : text;
    buffer.resize(size_t(capacity));
    ImGui::InputText(label, buffer.data(), size_t(capacity), ImGuiInputTextFlags_AutoSelectAll);
    buffer.resize(std::strlen(buffer.c_str()));
    if (ImGui::IsItemActive()) {
        panel->edited = id;
        panel->edited_text = buffer;
        return false;
    }
    if (panel->edited != id) return false;
    panel->edited = 0;
    if (!ImGui::IsItemDeactivatedAfterEdit()) return false;
    std::snprintf(text, size_t(capacity), "%s", buffer.c_str());
    return true;
}

bool cimgui_choose(
    cimgui_panel *, const char *label, const char *shown, const char *const *texts, int count, int *chosen) {
    if (!ImGui::BeginCombo(label, shown, ImGuiComboFlags_HeightLarge)) return false;
    bool is_new = false;
    for (int index = 0; index < count; index++) {
        if (ImGui::Selectable(texts[index], index == *chosen)) {
            *chosen = index;
            is_new = true;
        }
        if (index == *chosen && ImGui::IsWindowAppearing()) ImGui::SetItemDefaultFocus();
    }
    ImGui::EndCombo();
    return is_new;
}

static bool holds(const char *text, const std::string &part) {
    return ImStristr(text, nullptr, part.data(), part.data() + part.size()) != nullptr;
}

bool cimgui_search(
    cimgui_panel *panel, const char *label, const char *shown, const char *const *texts, const char *const *meanings,
    int count, int *chosen) {
    if (!ImGui::BeginCombo(label, shown, ImGuiComboFlags_HeightLargest)) return false;
    if (ImGui::IsWindowAppearing()) {
        panel->searched.clear();
        ImGui::SetKeyboardFocusHere();
    }
    char typed[64];
    std::snprintf(typed, sizeof typed, "%s", panel->searched.c_str());
    ImGui::SetNextItemWidth(-FLT_MIN);
    const bool takes_first =
        ImGui::InputTextWithHint("##search", "type to search", typed, sizeof typed, ImGuiInputTextFlags_EnterReturnsTrue);
    panel->searched = typed;
    ImGui::BeginChild("##found", ImVec2(0, 12 * ImGui::GetTextLineHeightWithSpacing()), false, ImGuiWindowFlags_NavFlattened);
    bool is_new = false;
    for (int index = 0; index < count && !is_new; index++) {
        if (!holds(texts[index], panel->searched) && !holds(meanings[index], panel->searched)) continue;
        is_new = ImGui::Selectable(texts[index]) || takes_first;
        if (is_new) *chosen = index;
        cimgui_hint(panel, meanings[index]);
        ImGui::SameLine(8.5f * ImGui::GetFontSize());
        ImGui::TextDisabled("%s", meanings[index]);
    }
    ImGui::EndChild();
    if (is_new) ImGui::CloseCurrentPopup();
    ImGui::EndCombo();
    return is_new;
}

bool cimgui_patch(cimgui_panel *, const char *label, const float rgba[4]) {
    return ImGui::ColorButton(label, ImVec4(rgba[0], rgba[1], rgba[2], rgba[3]),
                              ImGuiColorEditFlags_NoTooltip | ImGuiColorEditFlags_NoDragDrop |
                                  ImGuiColorEditFlags_AlphaPreview);
}

bool cimgui_last_is_focused(const cimgui_panel *panel) {
    return ImGui::IsItemFocused() && !panel->context->NavDisableHighlight;
}

static void copy(const ImVec2 &first, const ImVec2 &last, float place[4]) {
    const float numbers[] = {first.x, first.y, last.x, last.y};
    std::memcpy(place, numbers, sizeof numbers);
}

void cimgui_last_place(const cimgui_panel *, float place[4]) { copy(ImGui::GetItemRectMin(), ImGui::GetItemRectMax(), place); }

void cimgui_hint(cimgui_panel *, const char *text) {
    if (!ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) return;
    ImGui::BeginTooltip();
    ImGui::PushTextWrapPos(ImGui::GetIO().DisplaySize.x * 0.9f);
    ImGui::TextUnformatted(text);
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
}

void cimgui_canvas(cimgui_panel *, const char *, float height, float place[4]) {
    ImGui::Dummy(ImVec2(ImGui::GetContentRegionAvail().x, height));
    copy(ImGui::GetItemRectMin(), ImGui::GetItemRectMax(), place);
}

void cimgui_curve(cimgui_panel *panel, const float *points, int count, cimgui_tone tone, float width) {
    ImVector<ImVec2> vertices;
    for (int index = 0; index < count; index++) vertices.push_back(ImVec2(points[2 * index], points[2 * index + 1]));
    ImGui::GetWindowDrawList()->AddPolyline(
        vertices.Data, count, ImGui::GetColorU32(colour(panel, tone)), ImDrawFlags_None, width);
}

void cimgui_dot(cimgui_panel *panel, float x, float y, float radius, cimgui_tone tone) {
    ImGui::GetWindowDrawList()->AddCircleFilled(ImVec2(x, y), radius, ImGui::GetColorU32(colour(panel, tone)));
}

void cimgui_ground(cimgui_panel *, const float place[4]) {
    ImGui::GetWindowDrawList()->AddRectFilled(
        ImVec2(place[0], place[1]), ImVec2(place[2], place[3]), ImGui::GetColorU32(ImGuiCol_FrameBg),
        ImGui::GetStyle().FrameRounding);
}

void cimgui_label(cimgui_panel *panel, float x, float y, const char *text, cimgui_tone tone, bool ends_at_x) {
    const float left = ends_at_x ? x - ImGui::CalcTextSize(text).x : x;
    ImGui::GetWindowDrawList()->AddText(ImVec2(float(int(left)), float(int(y))), ImGui::GetColorU32(colour(panel, tone)), text);
}
