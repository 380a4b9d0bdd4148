// SPDX-License-Identifier: MIT
// A figure as shapes, texts and pictures, as read from its SVG (svg_reader.h), to be written as PDF or as pixels.
#pragma once

#include <string>
#include <variant>
#include <vector>

namespace hw::paper {

/// x' = a x + c y + e, y' = b x + d y + f, as in SVG and PDF.
struct Matrix {
    float a = 1, b = 0, c = 0, d = 1, e = 0, f = 0;
    /// Applies `first`, then this one.
    Matrix after(const Matrix& first) const {
        return {a * first.a + c * first.b,     b * first.a + d * first.b,
                a * first.c + c * first.d,     b * first.c + d * first.d,
                a * first.e + c * first.f + e, b * first.e + d * first.f + f};
    }
};

struct Colour {
    float r = 0, g = 0, b = 0;  ///< 0..1
    bool operator==(const Colour&) const = default;
};

/// Nothing, one colour, or a gradient by its index in Drawing::gradients.
struct Paint {
    enum class Kind { none, colour, gradient } kind = Kind::none;
    Colour colour;
    int gradient = -1;
};

struct Segment {
    enum class Kind { move, line, curve, close } kind = Kind::move;
    float x1 = 0, y1 = 0, x2 = 0, y2 = 0;  ///< handles of a curve
    float x = 0, y = 0;
};

struct Shape {
    std::vector<Segment> path;
    Matrix place;
    Paint fill, stroke;
    float thick = 1;
    std::vector<float> dash;
    float opacity = 1;
    bool isCells = false;  ///< cells of a matrix, which must show no seams
};

struct Text {
    std::string content;
    float x = 0, y = 0;  ///< anchor, on the base line
    float size = 10;
    float share = 0;  ///< share of the width before the anchor: 0, 0.5 or 1
    bool strong = false;
    bool mono = false;
    Colour colour;
    float opacity = 1;
    Matrix place;
};

struct Picture {
    std::string bytes;  ///< a PNG or JPEG file
    float x = 0, y = 0, w = 0, h = 0;
    bool isGrey = false;  ///< drawn in greys
    float dimmed = 1;     ///< factor of its lightness
    float opacity = 1;
    Matrix place;
};

/// A gradient from left to right over a box.
struct Gradient {
    struct Stop {
        float at = 0;
        Colour colour;
    };
    std::string id;
    std::vector<Stop> stops;
};

using Item = std::variant<Shape, Text, Picture>;

struct Drawing {
    float width = 0, height = 0;  ///< in CSS pixels, 96 per inch
    Matrix view;                  ///< from the items' units to these pixels
    std::string title, description;
    std::vector<Item> items;
    std::vector<Gradient> gradients;
};

}  // namespace hw::paper
