// SPDX-License-Identifier: MIT
#include "paper/glyph_outline.h"

#include <algorithm>

namespace hw::paper {
namespace {

constexpr int mostPoints = 4096;

struct Point {
    float x = 0, y = 0;
    bool isOn = true;
};

/// The points of a simple glyph, contour by contour (OpenType, `glyf`).
std::vector<std::vector<Point>> contoursOf(std::string_view record) {
    const int contours = s16At(record, 0);
    if (contours <= 0) return {};
    std::size_t at = 10;
    std::vector<int> ends;
    for (int i = 0; i < contours; ++i, at += 2) ends.push_back(u16At(record, at));
    const int count = std::min(ends.back() + 1, mostPoints);
    at += 2 + static_cast<std::size_t>(u16At(record, at));  // instructions
    std::vector<int> flags;
    while (std::ssize(flags) < count && at < record.size()) {
        const int flag = u8At(record, at++);
        int times = 1;
        if ((flag & 8) != 0) times += u8At(record, at++);
        for (; times > 0 && std::ssize(flags) < count; --times) flags.push_back(flag);
    }
    std::vector<Point> points(flags.size());
    const auto read = [&](int isShort, int isSame, float Point::* member) {
        int value = 0;
        for (std::size_t i = 0; i < points.size(); ++i) {
            if ((flags[i] & isShort) != 0) {
                const int step = u8At(record, at++);
                value += (flags[i] & isSame) != 0 ? step : -step;
            } else if ((flags[i] & isSame) == 0) {
                value += s16At(record, at);
                at += 2;
            }
            points[i].*member = static_cast<float>(value);
            points[i].isOn = (flags[i] & 1) != 0;
        }
    };
    read(2, 16, &Point::x);
    read(4, 32, &Point::y);
    std::vector<std::vector<Point>> result;
    std::size_t first = 0;
    for (const int end : ends) {
        const std::size_t last =
            std::min<std::size_t>(static_cast<std::size_t>(end) + 1, points.size());
        if (last > first)
            result.emplace_back(points.begin() + static_cast<std::ptrdiff_t>(first),
                                points.begin() + static_cast<std::ptrdiff_t>(last));
        first = std::max(first, last);
    }
    return result;
}

/// A contour as cubic curves. The middle of two successive points off the outline is on it.
void addContour(std::vector<Segment>& path, const std::vector<Point>& contour) {
    using Kind = Segment::Kind;
    const std::size_t count = contour.size();
    const auto at = [&](std::size_t i) { return contour[i % count]; };
    const auto middle = [](const Point& a, const Point& b) {
        return Point{(a.x + b.x) / 2, (a.y + b.y) / 2, true};
    };
    std::size_t start = 0;
    while (start < count && !contour[start].isOn) ++start;
    Point from = start < count ? contour[start] : middle(at(0), at(count - 1));
    if (start == count) start = count - 1;
    path.push_back({.kind = Kind::move, .x = from.x, .y = from.y});
    for (std::size_t i = 1; i <= count; ++i) {
        const Point next = at(start + i);
        if (next.isOn) {
            path.push_back({.kind = Kind::line, .x = next.x, .y = next.y});
            from = next;
            continue;
        }
        const Point after = at(start + i + 1);
        const Point to = after.isOn ? after : middle(next, after);
        path.push_back({Kind::curve, from.x + 2 * (next.x - from.x) / 3,
                        from.y + 2 * (next.y - from.y) / 3, to.x + 2 * (next.x - to.x) / 3,
                        to.y + 2 * (next.y - to.y) / 3, to.x, to.y});
        from = to;
        if (after.isOn) ++i;
    }
    path.push_back({.kind = Kind::close});
}

void addGlyph(std::vector<Segment>& path, const FontSubset& font, int glyph, const Matrix& place,
              int depth) {
    const std::string_view record = font.record(glyph);
    for (const GlyphPart& part : partsOf(record)) {
        if (depth < 4 && part.glyph < font.glyphs())
            addGlyph(path, font, part.glyph,
                     place.after({part.xx, part.yx, part.xy, part.yy, part.dx, part.dy}),
                     depth + 1);
    }
    std::vector<Segment> own;
    for (const std::vector<Point>& contour : contoursOf(record)) addContour(own, contour);
    const auto move = [&](float& x, float& y) {
        const float moved = place.a * x + place.c * y + place.e;
        y = place.b * x + place.d * y + place.f;
        x = moved;
    };
    for (Segment& one : own) {
        move(one.x1, one.y1);
        move(one.x2, one.y2);
        move(one.x, one.y);
        path.push_back(one);
    }
}

}  // namespace

std::vector<Segment> outlineOf(const FontSubset& font, int glyph) {
    std::vector<Segment> path;
    addGlyph(path, font, glyph, {}, 0);
    return path;
}

}  // namespace hw::paper
