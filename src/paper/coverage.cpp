// SPDX-License-Identifier: MIT
#include "paper/coverage.h"

#include <algorithm>
#include <cmath>

namespace hw::paper {
namespace {

Spot placed(const Matrix& m, float x, float y) {
    return {m.a * x + m.c * y + m.e, m.b * x + m.d * y + m.f};
}

/// Signed areas to the right of a line, as differences from pixel to pixel. Their running sum is the covered share.
class Sums {
public:
    Sums(int wide, int high) : wide_(wide), high_(high), at_(std::size_t{1} * (wide + 2) * high) {}

    void add(Spot a, Spot b) {
        const float turn = a.y < b.y ? 1.0F : -1.0F;
        if (a.y > b.y) std::swap(a, b);
        if (a.y == b.y) return;
        const float slope = (b.x - a.x) / (b.y - a.y);
        const int first = std::max(static_cast<int>(std::floor(a.y)), 0);
        const int last = std::min(static_cast<int>(std::ceil(b.y)), high_);
        for (int row = first; row < last; ++row) {
            const float from = std::max(static_cast<float>(row), a.y);
            const float to = std::min(static_cast<float>(row + 1), b.y);
            if (to <= from) continue;
            const float width = static_cast<float>(wide_);
            const float x0 = std::clamp(a.x + slope * (from - a.y), 0.0F, width);
            const float x1 = std::clamp(a.x + slope * (to - a.y), 0.0F, width);
            span(row, std::min(x0, x1), std::max(x0, x1), turn * (to - from));
        }
    }
    float* row(int y) { return at_.data() + std::size_t{1} * y * (wide_ + 2); }

private:
    /// A line within one row, from x0 to x1, with the height `amount`.
    void span(int y, float x0, float x1, float amount) {
        float* line = row(y);
        const int first = static_cast<int>(x0);
        const int last = static_cast<int>(std::ceil(x1));
        if (last <= first + 1) {
            const float beyond = (x0 + x1) / 2 - static_cast<float>(first);
            line[first] += amount * (1 - beyond);
            line[first + 1] += amount * beyond;
            return;
        }
        // The area to its right grows pixel by pixel: triangle, trapezoids, triangle.
        const float step = 1 / (x1 - x0);
        float before = 0;
        for (int x = first; x < last; ++x) {
            const float left = std::max(static_cast<float>(x), x0);
            const float right = std::min(static_cast<float>(x + 1), x1);
            const float part = (right - left) * step;
            const float beyond = (left + right) / 2 - static_cast<float>(x);
            line[x] += amount * part * (1 - beyond);
            before = amount * part * beyond;
            line[x + 1] += before;
        }
    }
    int wide_, high_;
    std::vector<float> at_;
};

void addCurve(Outline& outline, const Segment& one, const Matrix& place, Spot from) {
    const Spot h1 = placed(place, one.x1, one.y1);
    const Spot h2 = placed(place, one.x2, one.y2);
    const Spot to = placed(place, one.x, one.y);
    const float length = std::hypot(h1.x - from.x, h1.y - from.y) +
                         std::hypot(h2.x - h1.x, h2.y - h1.y) +
                         std::hypot(to.x - h2.x, to.y - h2.y);
    const int steps = std::clamp(static_cast<int>(2 * std::sqrt(length)), 4, 200);
    for (int i = 1; i <= steps; ++i) {
        const float t = static_cast<float>(i) / static_cast<float>(steps);
        const float s = 1 - t;
        const float w[] = {s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t};
        outline.push_back({w[0] * from.x + w[1] * h1.x + w[2] * h2.x + w[3] * to.x,
                           w[0] * from.y + w[1] * h1.y + w[2] * h2.y + w[3] * to.y});
    }
}

/// The drawn pieces of a dashed line.
std::vector<Outline> dashed(const Outline& line, const std::vector<float>& dash) {
    std::vector<Outline> pieces;
    float total = 0;
    for (const float length : dash) total += length;
    if (!(total > 0.01F)) return {line};
    std::size_t which = 0;
    float left = dash[0];
    bool isDrawn = true;
    Outline piece{line.empty() ? Spot{} : line.front()};
    for (std::size_t i = 0; i + 1 < line.size(); ++i) {
        Spot at = line[i];
        const Spot end = line[i + 1];
        float rest = std::hypot(end.x - at.x, end.y - at.y);
        while (rest > left) {
            const float share = left / rest;
            at = {at.x + (end.x - at.x) * share, at.y + (end.y - at.y) * share};
            rest -= left;
            piece.push_back(at);
            if (isDrawn) pieces.push_back(piece);
            piece = {at};
            isDrawn = !isDrawn;
            which = (which + 1) % dash.size();
            left = std::max(dash[which], 0.001F);
        }
        left -= rest;
        piece.push_back(end);
    }
    if (isDrawn && piece.size() > 1) pieces.push_back(piece);
    return pieces;
}

}  // namespace

Coverage covered(const std::vector<Outline>& outlines, int width, int height) {
    float left = 1e9F;
    float top = 1e9F;
    float right = -1e9F;
    float bottom = -1e9F;
    for (const Outline& outline : outlines) {
        for (const Spot& spot : outline) {
            left = std::min(left, spot.x);
            right = std::max(right, spot.x);
            top = std::min(top, spot.y);
            bottom = std::max(bottom, spot.y);
        }
    }
    const auto within = [](float value, int most) {
        return static_cast<int>(std::clamp(value, 0.0F, static_cast<float>(most)));
    };
    Coverage result{within(std::floor(left), width),
                    within(std::floor(top), height),
                    within(std::ceil(right), width),
                    within(std::ceil(bottom), height),
                    {}};
    const int wide = result.right - result.left;
    const int high = result.bottom - result.top;
    if (wide <= 0 || high <= 0) return {};
    Sums sums(wide, high);
    const auto moved = [&](const Spot& spot) {
        return Spot{spot.x - static_cast<float>(result.left),
                    spot.y - static_cast<float>(result.top)};
    };
    for (const Outline& outline : outlines) {
        for (std::size_t i = 0; i < outline.size(); ++i)
            sums.add(moved(outline[i]), moved(outline[(i + 1) % outline.size()]));
    }
    result.shares.resize(std::size_t{1} * wide * high);
    for (int y = 0; y < high; ++y) {
        const float* row = sums.row(y);
        float sum = 0;
        for (int x = 0; x < wide; ++x) {
            sum += row[x];
            result.shares[std::size_t{1} * y * wide + x] = std::min(std::abs(sum), 1.0F);
        }
    }
    return result;
}

std::vector<Outline> flattened(const std::vector<Segment>& path, const Matrix& place) {
    std::vector<Outline> outlines;
    for (const Segment& one : path) {
        if (one.kind == Segment::Kind::close) {
            if (!outlines.empty() && !outlines.back().empty())
                outlines.back().push_back(outlines.back().front());
            continue;
        }
        const Spot to = placed(place, one.x, one.y);
        if (one.kind == Segment::Kind::move || outlines.empty())
            outlines.push_back({to});
        else if (one.kind == Segment::Kind::curve)
            addCurve(outlines.back(), one, place, outlines.back().back());
        else
            outlines.back().push_back(to);
    }
    return outlines;
}

std::vector<Outline> stroked(const std::vector<Outline>& lines, float thick,
                             const std::vector<float>& dash) {
    std::vector<Outline> area;
    for (const Outline& line : lines) {
        for (const Outline& piece :
             dash.empty() ? std::vector<Outline>{line} : dashed(line, dash)) {
            for (std::size_t i = 0; i + 1 < piece.size(); ++i) {
                const Spot a = piece[i];
                const Spot b = piece[i + 1];
                const float length = std::hypot(b.x - a.x, b.y - a.y);
                if (length < 1e-4F) continue;
                const Spot across{(b.y - a.y) / length * thick / 2,
                                  (a.x - b.x) / length * thick / 2};
                area.push_back({{a.x + across.x, a.y + across.y},
                                {b.x + across.x, b.y + across.y},
                                {b.x - across.x, b.y - across.y},
                                {a.x - across.x, a.y - across.y}});
            }
        }
    }
    return area;
}

}  // namespace hw::paper
