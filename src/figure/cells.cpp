// SPDX-License-Identifier: MIT
#include "figure/cells.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "core/png.h"
#include "figure/note_marks.h"
#include "figure/ramp_of.h"
#include "page/models/number_phrases.h"
#include "page/models/value_scale.h"

namespace hw::figure {
namespace {

/// A paper's own colour, 0xAARRGGBB, and the one of missing values, 0xAABBGGRR.
constexpr std::uint32_t groundOf(Paper paper) {
    return paper == Paper::dark ? 0xFF15181BU : 0xFFFFFFFFU;
}
constexpr std::uint32_t missingOn(Paper paper) {
    return paper == Paper::dark ? 0xFF33302EU : 0xFFE4E4E4U;
}

std::uint32_t rampOn(Paper paper, Ramp ramp, float t) {
    return rampColour(ramp, t, paper == Paper::dark, groundOf(paper));
}

/// In greys, values far below and far above the middle must differ, so the ramp goes from light to dark (reversed on
/// dark).
std::uint32_t greyBothWays(Paper paper, float t) {
    const float lightness = paper == Paper::dark ? 0.2F + 0.75F * t : 0.94F - 0.82F * t;
    const auto level = static_cast<std::uint32_t>(std::lround(255 * lightness));
    return 0xFF000000U | level << 16U | level << 8U | level;
}

std::uint32_t rampOn(const Svg& svg, Ramp ramp, float t) {
    if (svg.palette() == Palette::grey && isDiverging(ramp)) return greyBothWays(svg.paper(), t);
    // In greyscale, viridis shows many values too light.
    if (svg.palette() == Palette::grey) ramp = Ramp::blues;
    return rampOn(svg.paper(), ramp, t);
}

constexpr float nameStep = 10;  ///< names closer than this are thinned

float widestName(const Svg& svg) { return std::min(96.0F, 0.2F * svg.pageWidth()); }

std::string pathOf(const Svg& svg, const Scale& scale, MatrixView matrix) {
    std::map<std::string, std::string> paths;
    for (int row = 0; row < matrix.rows; ++row) {
        const auto line = matrix.row(row);
        for (std::size_t col = 0; col < line.size();) {
            const std::string colour = toneOf(svg, scale, line[col]);
            std::size_t end = col + 1;
            while (end < line.size() && toneOf(svg, scale, line[end]) == colour) ++end;
            const std::string run = std::to_string(end - col);
            paths[colour] += "M" + std::to_string(col) + " " + std::to_string(row) + "h" + run +
                             "v1h-" + run + "z";
            col = end;
        }
    }
    std::string text;
    for (const auto& [colour, path] : paths) {
        text += "<path fill=\"" + colour + "\" d=\"" + path + "\"/>\n";
    }
    return text;
}

std::string pictureOf(const Svg& svg, const Scale& scale, MatrixView matrix) {
    std::array<std::uint32_t, 256> palette{};
    constexpr int steps = 255;  // the last colour is for missing values
    for (int i = 0; i < steps; ++i) {
        palette[i] = rampOn(svg, scale.ramp, static_cast<float>(i) / (steps - 1));
    }
    palette.back() = missingOn(svg.paper());
    std::vector<std::uint8_t> pixels;
    pixels.reserve(matrix.values().size());
    for (const float value : matrix.values()) {
        const float t =
            std::isnan(value) ? 0 : rampPosition(scale.ramp, value, scale.end, scale.gamma);
        pixels.push_back(
            std::isnan(value) ? 255 : static_cast<std::uint8_t>(std::lround(t * (steps - 1))));
    }
    return base64(indexedPng(matrix.cols, matrix.rows, pixels, palette));
}

}  // namespace

Box snapped(Box box, int rows, int cols) {
    const auto whole = [](float length, int cells) {
        const float cell = std::floor(length / static_cast<float>(cells));
        return cell >= 5 ? cell * static_cast<float>(cells) : length;
    };
    return {std::round(box.x), std::round(box.y), whole(box.w, cols), whole(box.h, rows)};
}

std::uint32_t cellColour(const Scale& scale, float value, Paper paper) {
    if (std::isnan(value)) return missingOn(paper);
    return rampOn(paper, scale.ramp, rampPosition(scale.ramp, value, scale.end, scale.gamma));
}

std::string toneOf(const Svg& svg, const Scale& scale, float value) {
    if (std::isnan(value)) return svg.tone(missingOn(svg.paper()));
    return svg.tone(
        rampOn(svg, scale.ramp, rampPosition(scale.ramp, value, scale.end, scale.gamma)));
}

void drawCells(Svg& svg, MatrixView matrix, const Box& box, const Scale& scale, bool asPicture) {
    if (asPicture) {
        svg.image(box.x, box.y, box.w, box.h, "image-rendering:pixelated",
                  "data:image/png;base64," + pictureOf(svg, scale, matrix));
    } else {
        // One unit per cell, so that the path's numbers are columns and rows.
        const auto perCell = [](float length, int cells) {
            return std::to_string(length / static_cast<float>(cells));
        };
        svg.raw("<g class=\"cells\" shape-rendering=\"crispEdges\" transform=\"translate(" +
                shortNumber(box.x) + " " + shortNumber(box.y) + ") scale(" +
                perCell(box.w, matrix.cols) + " " + perCell(box.h, matrix.rows) + ")\">\n" +
                pathOf(svg, scale, matrix) + "</g>\n");
    }
    svg.frame(box.x, box.y, box.w, box.h, rule);
}

float drawLegend(Svg& svg, float x, float middle, const Scale& scale, std::string_view unit,
                 float rampWidth, float farthest) {
    // Enough that no edges show where a power bends the ramp.
    constexpr int steps = 33;
    const TextStyle number{.size = 10, .mono = true, .colour = muted};
    const TextStyle words{.size = 10, .colour = muted};
    const std::string last = shownNumber(static_cast<double>(scale.end));
    const std::string end = (scale.beyond ? "≥ " : "") + last;
    const std::string first = scaleStart(scale.ramp, scale.end);
    const float left = x + numberWidth(svg, first, number) + 8;
    svg.text(x, middle, first, number);
    std::vector<std::uint32_t> colours;
    for (int i = 0; i < steps; ++i) {
        const float share = static_cast<float>(i) / (steps - 1);
        const float value = scale.ramp == Ramp::ratio ? std::pow(scale.end, 2 * share - 1)
                            : isDiverging(scale.ramp) ? scale.end * (2 * share - 1)
                                                      : scale.end * share;
        colours.push_back(
            rampOn(svg, scale.ramp, rampPosition(scale.ramp, value, scale.end, scale.gamma)));
    }
    svg.ramp(left, middle - 4, rampWidth, 8, colours);
    svg.frame(left, middle - 4, rampWidth, 8, rule, 0.5F);
    float right = left + rampWidth + 7;
    svg.text(right, middle, end, number);
    right += numberWidth(svg, end, number) + 10;
    if (unit.empty()) return 0;
    // Next to the ramp if it fits, else below it.
    if (farthest == 0) farthest = svg.right();
    if (right + svg.width(unit, words) <= farthest) {
        svg.text(right, middle, unit, words);
        return 0;
    }
    return svg.block(x, middle + 8, farthest - x, unit, words) + 2;
}

float numberWidth(const Svg& svg, std::string_view digits, const TextStyle& style) {
    // The monospaced face is a little wider than the measured one. Each character takes 0.6 of its size.
    std::size_t characters = 0;
    for (const char c : digits)
        characters += (static_cast<unsigned char>(c) & 0xC0U) != 0x80U ? 1 : 0;
    const float each = svg.isPrint() ? 6.2F : 0.6F * style.size;
    return std::max(each * static_cast<float>(characters), svg.width(digits, style));
}

void tearBar(Svg& svg, float right, float middle, float half) {
    for (const float x : {right - 11, right - 7})
        svg.line(x - 2, middle + half + 1, x + 2, middle - half - 1, svg.ground(), 1.5F);
}

float rowStep(const Svg& svg, std::size_t rows) {
    if (!svg.isPrint()) return rows > 60 ? 12 : 18;
    return std::clamp(Svg::goodHeight / static_cast<float>(rows), 11.0F, 14.0F);
}

void drawValueBar(Svg& svg, const Box& room, const BarValue& bar) {
    const bool oneWay = bar.form == ValueForm::amounts;
    const float from = room.x + (oneWay ? 0 : room.w / 2);
    const float length = barLength(bar.form, bar.value, bar.end, room.right() - from);
    const Scale scale{oneWay ? Ramp::blues : Ramp::diverging, 1};
    const float tone = oneWay ? 0.82F : length < 0 ? -0.72F : 0.72F;
    svg.rect(from + std::min(length, 0.0F), room.y, std::max(std::abs(length), 0.5F), room.h,
             toneOf(svg, scale, tone));
    if (isBeyond(bar.form, bar.value, bar.end))
        tearBar(svg, length < 0 ? from + length + 18 : from + length, room.y + room.h / 2,
                room.h / 2);
}

float drawNamesBelow(Svg& svg, const Box& box, const std::vector<std::string>& names) {
    if (names.empty()) return 0;
    const float cell = box.w / static_cast<float>(names.size());
    TextStyle style{.size = 10, .colour = ink};
    float widest = 0;
    for (const std::string& name : names) widest = std::max(widest, svg.width(name, style));
    const bool level = widest + 6 <= cell;
    const std::size_t every =
        level ? 1 : static_cast<std::size_t>(std::max(1.0F, std::ceil(nameStep / cell)));
    style.anchor = level ? Anchor::middle : Anchor::end;
    style.turn = level ? 0 : -60;
    float longest = 0;
    for (std::size_t i = 0; i < names.size(); i += every) {
        const std::string name = svg.cut(names[i], level ? cell : widestName(svg), style);
        const float centre = box.x + cell * (static_cast<float>(i) + 0.5F);
        svg.text(level ? centre : centre + 3, box.bottom() + (level ? 11.0F : 9.0F), name, style);
        longest = std::max(longest, svg.width(name, style));
    }
    return level ? 20 : 14 + longest * 0.87F;
}

float roomAtLeft(const Svg& svg, const std::vector<std::string>& names) {
    float widest = 0;
    for (const std::string& name : names)
        widest = std::max(widest, svg.width(name, {.size = 10, .strong = true}));
    return std::min(widest, widestName(svg)) + 6;
}

float drawNamesAtLeft(Svg& svg, const Box& box, const std::vector<std::string>& names,
                      const std::vector<int>& marked) {
    if (names.empty()) return 0;
    const float cell = box.h / static_cast<float>(names.size());
    const int every = std::max(1, static_cast<int>(std::ceil(nameStep / cell)));
    for (int i = 0; i < static_cast<int>(names.size()); i += every) {
        TextStyle style{.size = 10, .anchor = Anchor::end, .colour = ink};
        style.strong = std::find(marked.begin(), marked.end(), i) != marked.end();
        svg.text(box.x - 6, box.y + cell * (static_cast<float>(i) + 0.5F),
                 svg.cut(names[i], widestName(svg), style), style);
    }
    return roomAtLeft(svg, names);
}

void drawMatrixNotes(Svg& svg, const Box& box, int rows, int cols, int layer) {
    if (svg.notes() == nullptr) return;
    if (layer < 0) layer = svg.notes()->layer;
    const float wide = box.w / static_cast<float>(cols);
    const float high = box.h / static_cast<float>(rows);
    drawNoteMarks(svg, [&](const NoteMark& mark) -> std::optional<NotePoint> {
        if (const auto cell = cellOf(mark, layer)) {
            return NotePoint{box.x + wide * static_cast<float>(cell->col + 1),
                             box.y + high * static_cast<float>(cell->row)};
        }
        if (const auto key = inputOf(mark))
            return NotePoint{box.x + wide * (static_cast<float>(*key) + 0.5F), box.y};
        if (const auto query = outputOf(mark))
            return NotePoint{box.x, box.y + high * (static_cast<float>(*query) + 0.5F)};
        return {};
    });
}

}  // namespace hw::figure
