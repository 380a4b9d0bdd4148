// SPDX-License-Identifier: MIT
#include "model/unicode/graphemes.h"

#include "model/unicode/code_points.h"
#include "model/unicode/utf8.h"

namespace hw::model {
namespace {

/// The part of the cluster so far that the rules need.
struct ClusterState {
    Break last = Break::other;
    bool pictographThenJoiner = false;  ///< GB11: a pictograph, marks, a joiner
    bool pictograph = false;            ///< a pictograph and marks
    int regionals = 0;
};

bool isControl(Break kind) {
    return kind == Break::cr || kind == Break::lf || kind == Break::control;
}

bool isJoined(const ClusterState& before, Break next) {
    const Break last = before.last;
    if (last == Break::cr && next == Break::lf) return true;  // GB3
    if (isControl(last) || isControl(next)) return false;     // GB4, GB5
    if (last == Break::l &&
        (next == Break::l || next == Break::v || next == Break::lv || next == Break::lvt))
        return true;  // GB6
    if ((last == Break::lv || last == Break::v) && (next == Break::v || next == Break::t))
        return true;                                                                // GB7
    if ((last == Break::lvt || last == Break::t) && next == Break::t) return true;  // GB8
    if (next == Break::extend || next == Break::joiner || next == Break::spacing) return true;
    if (last == Break::prepend) return true;                                    // GB9b
    if (before.pictographThenJoiner && next == Break::pictograph) return true;  // GB11
    return last == Break::regional && next == Break::regional && before.regionals % 2 == 1;
}

void take(ClusterState& before, Break kind) {
    before.pictographThenJoiner = before.pictograph && kind == Break::joiner;
    if (kind == Break::pictograph) {
        before.pictograph = true;
    } else if (kind != Break::extend) {
        before.pictograph = false;
    }
    before.regionals = kind == Break::regional ? before.regionals + 1 : 0;
    before.last = kind;
}

}  // namespace

std::size_t clusterEnd(std::string_view text, std::size_t at) {
    ClusterState before;
    const auto kindAt = [&](std::size_t i) { return aboutCodePoint(letterAt(text, i)).breaks(); };
    take(before, kindAt(at));
    at += sizeOfLetter(text[at]);
    while (at < text.size()) {
        const Break next = kindAt(at);
        if (!isJoined(before, next)) break;
        take(before, next);
        at += sizeOfLetter(text[at]);
    }
    return at < text.size() ? at : text.size();
}

}  // namespace hw::model
