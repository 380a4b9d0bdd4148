// SPDX-License-Identifier: MIT
// The few controls that the page is made of, drawn as typography: a line of text with its value.
// Each takes a place and says what happened; none keeps state.
#pragma once

#include <string>
#include <string_view>

#include "imgui.h"
#include "page/state/command.h"
#include "view/text/text.h"
#include "view/widgets/theme.h"

namespace hw {

struct UiState;
struct NotesModel;

/// What every view needs to draw: colours, the list to draw into, and the notes to mark (view/widgets/note_marks.h).
struct Pen {
    const Theme& theme;
    ImDrawList* list = nullptr;
    const NotesModel* notes = nullptr;
};

struct Rect {
    float x = 0, y = 0, w = 0, h = 0;
    ImVec2 min() const { return {x, y}; }
    ImVec2 max() const { return {x + w, y + h}; }
    ImVec2 size() const { return {w, h}; }
    float right() const { return x + w; }
    float bottom() const { return y + h; }
    bool contains(ImVec2 point) const {
        return point.x >= x && point.y >= y && point.x < right() && point.y < bottom();
    }
};

struct Hit {
    bool hovered = false;
    bool held = false;
    bool clicked = false;
    bool released = false;  ///< was held and is not any more: at the pointer's present place

    /// In the hand in this frame, and has been further than `slop` pixels from where it was taken. True also in the
    /// frame of the release, which may be the first to see that the pointer has moved.
    bool isDragged(float slop) const;
};

/// An invisible area that takes the pointer. Ids are unique within the current ImGui id stack.
Hit hitArea(const char* id, const Rect& area);

enum class Align { left, centre, right };

/// Text with its vertical middle at `middle`. Returns its width.
float textLine(const Pen& pen, ImFont* font, float size, float x, float middle, ImU32 colour,
               std::string_view text, Align align = Align::left);

/// `text` cut with an ellipsis so that it fits `width`.
std::string elided(ImFont* font, float size, std::string_view text, float width);

/// Wrapped text; returns its height. Draws nothing when `pen.list` is null.
float textBlock(const Pen& pen, ImFont* font, float size, const Rect& area, ImU32 colour,
                std::string_view text);

/// "A_6 R_qi": an underscore lowers the digits or small letters that follow it. Returns the width.
float formulaLine(const Pen& pen, float size, float x, float middle, ImU32 colour,
                  std::string_view text);

/// How a word that can be pressed looks: as a tab, underlined when chosen, or as a button in an outline.
enum class ButtonLook { tab, chip };
/// A word that does something, marked in the accent colour when `chosen`.
Hit wordButton(const Pen& pen, const char* id, ImFont* font, float size, float x, float middle,
               std::string_view text, bool chosen = false, bool enabled = true,
               ButtonLook look = ButtonLook::chip);
/// What stands around the word in a chip, at either side.
inline constexpr float chipPadding = 7;
/// The width that wordButton takes.
float wordWidth(ImFont* font, float size, std::string_view text);
/// The width of that many digits, points and signs of a number.
float digitsWidth(float size, int count);

/// How much of a computation is there, and a word that stops it or lets it begin again (StopWork); they end at
/// `right`. Returns the width that both take.
float stopLine(const Pen& pen, float right, float middle, float size, std::string_view progress,
               bool stopped, Commands& commands);

/// Words in a line, each a wordButton of small text; where the line is full it goes on below.
struct WordLine {
    const Pen& pen;
    float left;
    float right;
    float middle;                                ///< of the present line
    float gap = 6;                               ///< between words
    float height = targetHeight(pen.theme, 28);  ///< of a line
    float x = left;                              ///< where the next word begins

    /// Goes on below if there is no room for `width`.
    void makeRoom(float width);
    /// True when clicked. `id`: the text, where none is given.
    bool word(const std::string& text, bool chosen = false, bool enabled = true,
              const char* id = nullptr, ImFont* font = nullptr, std::string_view tip = {});
};

/// True for a window too low for head, sentence, layers, names and figure at once: the figure comes first, and the rest
/// is scrolled to.
inline bool isLowWindow(ImVec2 screen) { return screen.y < 560; }
/// True for a place without room for two things side by side: a phone held upright, a small pane. CSS pixels.
inline bool isNarrow(float width) { return width < 560; }

/// Behind a view's title, for the sign that explains it.
inline constexpr float aboutRoom = 34;
/// A view's or a column's title, cut to `room`.
void titleLine(const Pen& pen, float x, float middle, float room, std::string_view text);
/// The whole title, on as many lines of `room` as it takes. Returns what the lines after the first add to its height;
/// draws nothing when `pen.list` is null.
float titleBlock(const Pen& pen, float x, float middle, float room, std::string_view text);

/// "METHOD": a section's heading in small capitals.
void heading(const Pen& pen, float x, float middle, std::string_view text);

/// A name at the left, its value at the right, a rule below. `open` marks it as pressed.
Hit valueRow(const Pen& pen, const char* id, const Rect& area, std::string_view name,
             std::string_view value, bool opens);

struct SliderResult {
    bool changed = false;
    bool settled = false;  ///< let go, or changed by a click
    double value = 0;
};
/// A name, a value, and a thin track; `steps` > 0 makes it discrete.
SliderResult sliderRow(const Pen& pen, const char* id, const Rect& area, std::string_view name,
                       std::string_view valueText, double value, double low, double high,
                       int steps = 0);

/// "0.1778943": a value with all seven digits that a float holds, or that there is none (NaN).
std::string exactText(float value);

/// A short explanation at the pointer.
void tooltip(const Pen& pen, std::string_view text);

/// The same for a number that the panel Explain can open, with the key that does; fingers have none.
void numberTip(const Pen& pen, std::string text);

/// Notes where numbers are drawn (view/text/layout_log.h).
void noteFigure(const Pen& pen, std::string_view name, const Rect& area);

/// Two cuts near the end of a bar that is longer than its room.
void tearBar(const Pen& pen, float right, float middle, float half);

void hline(const Pen& pen, float x0, float x1, float y, ImU32 colour);
void vline(const Pen& pen, float x, float y0, float y1, ImU32 colour);

/// To whole framebuffer pixels, so that outlines and cells meet.
float onPixel(float at);

}  // namespace hw
