// SPDX-License-Identifier: MIT
// The few controls that the page uses, drawn as typography: a line of text with its value.
// Each gets a rectangle and reports what happened. None keeps state.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "imgui.h"
#include "page/state/command.h"
#include "view/text/text.h"
#include "view/widgets/theme.h"

namespace hw {

struct UiState;
struct NotesModel;

/// The inputs of every view's drawing. Colours, the list to draw into, and the notes to mark
/// (view/widgets/note_marks.h).
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
    bool released = false;  ///< was held and has been released, at the pointer's present position

    /// Held in this frame, and has been further than `slop` pixels from the start of the press. Also true in the frame
    /// of the release, which may be the first after the pointer has moved.
    bool isDragged(float slop) const;
};

/// An invisible area that receives the pointer. Ids are unique within the current ImGui id stack.
Hit hitArea(const char* id, const Rect& area);

enum class Align { left, centre, right };

/// Text vertically centred on `middle`. Returns its width.
float textLine(const Pen& pen, ImFont* font, float size, float x, float middle, ImU32 colour,
               std::string_view text, Align align = Align::left);

/// The labels out of `count` whose width is measured for all. For a long text the first and the longest, 128 at most.
/// Measuring every label in every frame would be wasted work. `lengthOf` is the length of a label in bytes.
std::vector<int> sampleLabels(int count, const std::function<std::size_t(int)>& lengthOf);

/// `text` shortened with an ellipsis to fit `width`.
std::string elided(ImFont* font, float size, std::string_view text, float width);

/// The same for a title. The text gives way to its changes, "the dogs near … · cut: 1:0:6>1".
std::string elidedTitle(ImFont* font, float size, std::string_view title, float width);

/// Wrapped text. Returns its height. Draws nothing if `pen.list` is null.
float textBlock(const Pen& pen, ImFont* font, float size, const Rect& area, ImU32 colour,
                std::string_view text);

/// "A_6 R_qi", where an underscore makes the following digits or small letters a subscript. Returns the width.
float formulaLine(const Pen& pen, float size, float x, float middle, ImU32 colour,
                  std::string_view text);

// The kinds of controls, each with its own look (docs/design.md). `x` is where the word begins, and `middle` its
// vertical centre. The target is as high as a mouse or a finger needs.

/// One of several places. The present one is underlined in the colour of the selection.
Hit tabWord(const Pen& pen, const char* id, ImFont* font, float size, float x, float middle,
            std::string_view text, bool chosen);
/// One of several values, of which exactly one is chosen. Words on one band, with a frame around the chosen one.
/// `joined` is the gap to the word before in the same choice, 0 for the first of a line.
Hit choiceWord(const Pen& pen, const char* id, ImFont* font, float size, float x, float middle,
               std::string_view text, bool chosen, bool enabled = true, float joined = 0);
/// On or off, with a box before the word, ticked when on. As wide as the word and switchBox.
Hit switchWord(const Pen& pen, const char* id, ImFont* font, float size, float x, float middle,
               std::string_view text, bool on, bool enabled = true);
inline constexpr float switchBox = 17;
/// Starts an action. A word with an outline.
Hit actionWord(const Pen& pen, const char* id, ImFont* font, float size, float x, float middle,
               std::string_view text, bool enabled = true);
/// Shows details, or leads to them. Underlined.
Hit linkWord(const Pen& pen, const char* id, ImFont* font, float size, float x, float middle,
             std::string_view text);
/// A number that opens its explanation, with dots below it.
Hit numberWord(const Pen& pen, const char* id, float x, float middle, std::string_view text,
               ImU32 colour);
/// Space around the word of a control, on either side.
inline constexpr float chipPadding = 7;
/// The width of a word without its padding.
float wordWidth(ImFont* font, float size, std::string_view text);
/// The width of a number with `count` digits, points and signs.
float digitsWidth(float size, int count);

/// The progress of a computation, and a word that stops or resumes it (StopWork), right-aligned at
/// `right`. Returns the width of both.
float stopLine(const Pen& pen, float right, float middle, float size, std::string_view progress,
               bool stopped, Commands& commands);
/// The width that stopLine takes.
float stopLineWidth(float size, std::string_view progress, bool stopped);

/// Buttons that lead on, on as many lines as needed. Returns their height.
float drawWays(const Pen& pen, std::span<const Alternative> ways, const Rect& area,
               Commands& commands);

/// Options of a word in a WordLine in addition to its text.
struct WordOptions {
    bool enabled = true;
    const char* id = nullptr;  ///< defaults to the text
    ImFont* font = nullptr;    ///< defaults to the text's
    std::string_view tip = {};
};

/// A line of controls in small text, which wraps when it is full. Each returns true when clicked.
struct WordLine {
    const Pen& pen;
    float left;
    float right;
    float middle;                                ///< vertical centre of the current line
    float gap = 6;                               ///< between words
    float height = targetHeight(pen.theme, 28);  ///< of a line
    float x = left;                              ///< where the next word begins
    float choiceEnd = -1;                        ///< where the next word of the same choice begins

    /// Wraps if `width` does not fit.
    void makeRoom(float width);
    bool choice(const std::string& text, bool chosen, const WordOptions& options = {});
    bool toggle(const std::string& text, bool on, const WordOptions& options = {});
    bool action(const std::string& text, const WordOptions& options = {});
    bool link(const std::string& text, const WordOptions& options = {});

private:
    /// Wraps if a word that is `own` wide without its padding does not fit, draws it, and moves on.
    template <class Draw>
    bool place(float own, std::string_view tip, Draw draw);
};

/// True for a window too low for head, sentence, layers, names and figure together. The figure comes first, and the
/// rest is reached by scrolling.
inline bool isLowWindow(ImVec2 screen) { return screen.y < 560; }
/// True for a width that does not fit two things side by side, such as a phone held upright, or a small pane. CSS
/// pixels.
inline bool isNarrow(float width) { return width < 560; }

/// Space after a view's title, for its question mark.
inline constexpr float aboutRoom = 34;
/// A view's or a column's title in `room`, smaller if necessary, then on two lines, then shortened.
void titleLine(const Pen& pen, float x, float middle, float room, std::string_view text);
/// The whole title, on as many lines of width `room` as it needs. Returns the height of the lines after the first.
/// Draws nothing if `pen.list` is null.
float titleBlock(const Pen& pen, float x, float middle, float room, std::string_view text);

/// "METHOD", a section heading in small capitals.
void heading(const Pen& pen, float x, float middle, std::string_view text);

/// A name at the left, its value at the right, a rule below. `open` is true if its menu is open.
Hit valueRow(const Pen& pen, const char* id, const Rect& area, std::string_view name,
             std::string_view value, bool opens);

struct SliderResult {
    bool changed = false;
    bool settled = false;  ///< released, or changed by a click
    double value = 0;
};
/// A name, a value, and a thin track. `steps` > 0 makes it discrete.
SliderResult sliderRow(const Pen& pen, const char* id, const Rect& area, std::string_view name,
                       std::string_view valueText, double value, double low, double high,
                       int steps = 0);

/// "0.1778943", a value with all seven digits of a float, or a text for a missing one (NaN).
std::string exactText(float value);

/// A short explanation at the pointer.
void tooltip(const Pen& pen, std::string_view text);

/// The same for a number that the Explain panel can explain, with its keyboard shortcut. Not on touch screens.
void numberTip(const Pen& pen, std::string text);

/// Records an area with numbers drawn in it (view/text/layout_log.h).
void noteFigure(const Pen& pen, std::string_view name, const Rect& area);

/// Two cuts near the end of a bar that is longer than its space.
void tearBar(const Pen& pen, float right, float middle, float half);

/// The range of a value that is not computed yet, as a pale band between its ends instead of a bar. `isBeyond` is true
/// if it is longer than its space.
void rangeBar(const Pen& pen, float least, float most, float middle, float half, bool isBeyond);

void hline(const Pen& pen, float x0, float x1, float y, ImU32 colour);
void vline(const Pen& pen, float x, float y0, float y1, ImU32 colour);

/// Rounded to whole framebuffer pixels, so that outlines and cells meet.
float onPixel(float at);

}  // namespace hw
