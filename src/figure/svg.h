// SPDX-License-Identifier: MIT
// Writes a drawing as SVG: vectors, and text as text. Lengths are in CSS pixels, origin at the top left.
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "core/choice_names.h"

namespace hw {
struct NotesModel;
}

namespace hw::figure {

enum class Anchor { start, middle, end };

struct TextStyle {
    float size = 11;
    bool strong = false;
    bool mono = false;
    Anchor anchor = Anchor::start;
    std::string_view colour = "#1b2025";
    float turn = 0;  ///< degrees clockwise about the anchor
};

/// The background: white paper, or the dark ground of the page.
enum class Paper { white, dark };

/// own has the page's colours. safe replaces those of heads by ones that readers with any colour vision can
/// distinguish, as the ramps always are. grey is for a black and white printer.
enum class Palette { own, safe, grey };
}  // namespace hw::figure

template <>
struct hw::Names<hw::figure::Palette> {
    static constexpr ChoiceName list[] = {{"own"}, {"safe"}, {"grey"}};
};

namespace hw::figure {

/// The sheet that a figure is laid out on. Lengths are in its own units. On the page a unit is a CSS pixel.
struct SheetForm {
    float width = 720;
    float edge = 16;  ///< margin on all sides
    /// For prints. If small texts are 7.5 points, every text is 7 to 8 points, even headings that are larger on
    /// screens.
    bool isPrint = false;
    Palette palette = Palette::own;
};

/// The size stated in the file, in CSS pixels. 0 derives it from the drawing, in its proportions.
struct ShownSize {
    float width = 0;
    float height = 0;
    /// The width in millimetres, for a print, or 0 for pixels.
    float millimetres = 0;
};

/// Measures a text's width in CSS pixels. The caller supplies it, since it knows the fonts.
using TextWidth = std::function<float(std::string_view text, float size, bool strong)>;

// Colours on white paper. The dark paper has the page's own.
inline constexpr std::string_view ink = "#1b2025";
inline constexpr std::string_view muted = "#5c646c";
inline constexpr std::string_view rule = "#c9ced3";
inline constexpr std::string_view accent = "#b3541e";       ///< selected items
inline constexpr std::string_view cutInk = "#a3195b";       ///< the minimum cut
inline constexpr std::string_view negativeInk = "#855600";  ///< negative values

class Svg {
public:
    explicit Svg(TextWidth width, Paper paper = Paper::white, SheetForm sheet = {})
        : width_(std::move(width)), paper_(paper), sheet_(sheet) {}

    Paper paper() const { return paper_; }
    Palette palette() const { return sheet_.palette; }
    bool isPrint() const { return sheet_.isPrint; }
    float pageWidth() const { return sheet_.width; }
    float edge() const { return sheet_.edge; }
    float right() const { return sheet_.width - sheet_.edge; }
    /// The width between the edges.
    float inner() const { return sheet_.width - 2 * sheet_.edge; }
    /// The width of running text. Another, wider face may replace the file's own, and lines must still end on the
    /// sheet. Fonts are embedded only in a print.
    float column() const { return inner() * (sheet_.isPrint ? 0.97F : 0.88F); }
    /// The height of a print's picture next to running text, 80 mm at 7.5 points. Content that would be too small may
    /// become higher, up to a page of a journal.
    static constexpr float goodHeight = 300;
    static constexpr float tallestHeight = 720;
    /// Whether items are placed one below the other instead of side by side.
    bool isNarrow() const { return sheet_.width < 480; }
    /// The background colour.
    std::string_view ground() const { return paper_ == Paper::dark ? "#15181b" : "#ffffff"; }

    void rect(float x, float y, float w, float h, std::string_view fill);
    void frame(float x, float y, float w, float h, std::string_view stroke, float thick = 0.75F);
    void line(float x0, float y0, float x1, float y1, std::string_view stroke, float thick = 0.75F);
    /// A box whose colour runs from left to right.
    void ramp(float x, float y, float w, float h, std::span<const std::uint32_t> colours);
    void disc(float x, float y, float radius, std::string_view fill);
    /// Draws text; `middle` is its vertical centre.
    void text(float x, float middle, std::string_view content, const TextStyle& style = {});
    /// A cubic Bézier curve that is level at both ends. Its handles reach `reach` beyond them.
    void curve(float x0, float y0, float x1, float y1, float reach, float thick, float opacity);
    /// An image stretched to a rectangle; `style` is CSS.
    void image(float x, float y, float w, float h, std::string_view style, std::string_view href);
    /// Adds SVG from elsewhere, which must be balanced elements.
    void raw(std::string_view elements) { body_ += elements; }

    float width(std::string_view content, const TextStyle& style) const;
    /// "#rrggbb" of a colour 0xAABBGGRR in this sheet's palette.
    std::string tone(std::uint32_t abgr) const;
    /// The text, shortened with an ellipsis to at most `most` pixels.
    std::string cut(std::string_view content, float most, const TextStyle& style) const;
    /// Wrapped text, broken within words that are too long. Returns the height.
    float block(float x, float top, float most, std::string_view content, const TextStyle& style);

    /// The notes to be marked on this figure (figure/note_marks.h), or null.
    const NotesModel* notes() const { return notes_; }
    void mark(const NotesModel& notes) { notes_ = &notes; }

    /// The complete file. `description` is for screen readers and search.
    std::string file(float w, float h, std::string_view title, std::string_view description,
                     ShownSize shown = {}) const;

private:
    using Lengths = std::initializer_list<std::pair<std::string_view, float>>;
    void begin(std::string_view tag, Lengths lengths);
    void set(std::string_view name, std::string_view value);
    void set(std::string_view name, float value);
    void colour(std::string_view name, std::string_view value);
    float sized(float size) const;

    TextWidth width_;
    const NotesModel* notes_ = nullptr;
    Paper paper_;
    SheetForm sheet_;
    int ramps_ = 0;
    std::string body_;
};

/// A length with at most two decimals, as short as possible.
std::string shortNumber(float value);
/// "#rrggbb" of a colour 0xAABBGGRR.
std::string hexColour(std::uint32_t abgr);
/// Text for XML: with the characters of markup escaped, controls below U+0020 removed, and all other invalid characters
/// and invalid UTF-8 replaced by U+FFFD. A strict parser accepts it in an element and in an attribute.
std::string escaped(std::string_view text);

}  // namespace hw::figure
