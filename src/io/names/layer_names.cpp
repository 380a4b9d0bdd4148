// SPDX-License-Identifier: MIT
#include "io/names/layer_names.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "io/axes/pieces.h"
#include "io/names/pattern.h"

namespace hw::io {

namespace {

constexpr std::size_t mostArrays = 100'000;
constexpr int deepest = 8;

struct Leaf {
    NodeId node = none;
    std::string path;
    Shape shape;  ///< without axes for null, which replaces a layer without attention
};

/// The sizes of numbers or of a tensor {dims, data}, without leading axes of one. Nothing for all others.
bool sizesOf(const Tree& tree, NodeId node, Shape& shape) {
    if (tree.is(node, Kind::numbers)) {
        if (tree.block(node).dropped) return false;
        shape = tree.shape(node);
    } else if (isTensor(tree, node)) {
        NodeId dims = tree.find(node, "dims");
        if (dims == none) dims = tree.find(node, "ort_tensor", "dims");
        if (!tree.is(dims, Kind::numbers) || tree.size(dims) > Shape::maxRank) return false;
        for (const float size : tree.values(dims)) {
            if (!(size >= 0 && size <= 1e9F)) return false;
            shape.sizes[shape.rank++] = static_cast<std::uint32_t>(size);
        }
    } else {
        return false;
    }
    while (shape.rank > 4 && shape[0] == 1) shape = shape.withoutFirst(1);
    return shape.rank >= 2 && shape.count() > 0;
}

void collect(const Tree& tree, NodeId object, const std::string& path, int depth,
             std::vector<Leaf>& leaves) {
    for (NodeId child = tree.firstChild(object); child != none; child = tree.next(child)) {
        if (leaves.size() == mostArrays) return;
        const std::string name = (path.empty() ? "" : path + ".") + std::string(tree.key(child));
        Leaf leaf{child, name, {}};
        if (sizesOf(tree, child, leaf.shape) || tree.is(child, Kind::null)) {
            leaves.push_back(std::move(leaf));
        } else if (tree.is(child, Kind::object) && depth < deepest) {
            collect(tree, child, name, depth + 1, leaves);
        }
    }
}

std::vector<Leaf> leavesOf(const Tree& tree, NodeId object) {
    std::vector<Leaf> leaves;
    if (tree.is(object, Kind::object)) collect(tree, object, "", 0, leaves);
    return leaves;
}

bool isNumeral(char c) { return c >= '0' && c <= '9'; }

/// "blocks.10.attn" -> "blocks.*.attn" and 10.
std::string skeletonOf(std::string_view path, std::vector<std::uint64_t>& numbers) {
    std::string skeleton;
    for (std::size_t at = 0; at < path.size();) {
        if (!isNumeral(path[at])) {
            skeleton += path[at++];
            continue;
        }
        std::uint64_t number = 0;
        for (; at < path.size() && isNumeral(path[at]); ++at)
            number = std::min<std::uint64_t>(number * 10 + static_cast<unsigned>(path[at] - '0'),
                                             1'000'000'000);
        numbers.push_back(number);
        skeleton += '*';
    }
    return skeleton;
}

struct Member {
    std::vector<std::uint64_t> numbers;
    const Leaf* leaf = nullptr;
};

std::string lowered(std::string_view text) {
    std::string lower(text);
    for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return lower;
}

bool hasAny(std::string_view text, std::initializer_list<std::string_view> words) {
    return std::ranges::any_of(
        words, [&](std::string_view word) { return text.find(word) != std::string_view::npos; });
}

Role roleOf(std::string_view lower) {
    if (hasAny(lower, {"cross", "encoder_attn", "encdec", "encoder_decoder"})) return Role::cross;
    if (lower.find("decoder") != std::string_view::npos) return Role::decoder;
    return lower.find("encoder") != std::string_view::npos ? Role::encoder : Role::self;
}

int hints(std::string_view lower) {
    int score = 0;
    if (hasAny(lower, {"attn", "attention"})) score += 2;
    if (hasAny(lower, {"pattern", "prob", "softmax", "weights"})) score += 2;
    if (hasAny(lower, {"score", "logit", "mask", "bias", "grad"})) score -= 2;
    return score;
}

/// The members in the order of their numbers, as a family. Numbers that are the same everywhere stay in its name.
/// Without nodes if all of them are null.
NamedLayers familyOf(const std::string& skeleton, std::vector<Member>& members) {
    NamedLayers family;
    family.isPartial = std::erase_if(members, [](const Member& member) {
                           return member.leaf->shape.rank == 0;
                       }) > 0;
    if (members.empty()) return family;
    std::ranges::stable_sort(members, {}, &Member::numbers);
    family.shape = members[0].leaf->shape;
    std::vector<std::set<std::uint64_t>> differing(members[0].numbers.size());
    for (const Member& member : members) {
        family.nodes.push_back(member.leaf->node);
        family.places.push_back(member.leaf->path);
        for (std::size_t i = 0; i < differing.size(); ++i) differing[i].insert(member.numbers[i]);
    }
    std::size_t which = 0;
    std::vector<std::size_t> counts;
    const std::set<std::uint64_t>* only = nullptr;
    for (const char c : skeleton) {
        if (c != '*' || which == differing.size()) {
            family.pattern += c;
            continue;
        }
        const std::set<std::uint64_t>& found = differing[which++];
        family.pattern += found.size() > 1 ? "*" : std::to_string(*found.begin());
        if (found.size() == 1) continue;
        counts.push_back(found.size());
        only = counts.size() == 1 && found.size() == members.size() ? &found : nullptr;
    }
    if (only != nullptr) {
        family.numbers.assign(only->begin(), only->end());
        const std::uint64_t across = *only->rbegin() - *only->begin();
        family.isPartial = family.isPartial || *only->begin() > 1 || across >= only->size();
    }
    if (family.shape.rank == 2 && counts.size() == 2 && counts[0] * counts[1] == members.size())
        family.heads = static_cast<int>(counts[1]);
    const std::string lower = lowered(family.pattern);
    family.role = roleOf(lower);
    family.rank = hints(lower);
    return family;
}

/// A square that differs from another only in size.
bool isSquareLike(const Shape& shape, const Shape& other) {
    const int last = shape.rank - 1;
    return shape.rank == other.rank && shape[last] == shape[last - 1] && shape[last] > 1 &&
           std::equal(shape.sizes.begin(), shape.sizes.begin() + last - 1, other.sizes.begin());
}

std::vector<NamedLayers> familiesOf(const std::vector<Leaf>& leaves) {
    std::map<std::string, std::vector<Member>> bySkeleton;
    std::vector<std::string> order;
    for (const Leaf& leaf : leaves) {
        Member member{{}, &leaf};
        const std::string skeleton = skeletonOf(leaf.path, member.numbers);
        std::vector<Member>& members = bySkeleton[skeleton];
        if (members.empty()) order.push_back(skeleton);
        members.push_back(std::move(member));
    }
    std::vector<NamedLayers> families;
    for (const std::string& skeleton : order) {
        std::vector<Member>& members = bySkeleton[skeleton];
        NamedLayers family = familyOf(skeleton, members);
        if (family.nodes.empty()) continue;
        families.push_back(std::move(family));
        const Shape& first = members[0].leaf->shape;
        const bool alike = std::ranges::all_of(
            members, [&](const Member& member) { return member.leaf->shape == first; });
        families.back().isRagged =
            !alike && std::ranges::all_of(members, [&](const Member& member) {
                return first.rank > 2 && isSquareLike(member.leaf->shape, first);
            });
        if (!alike && !families.back().isRagged) families.back().shape = {};
    }
    return families;
}

bool couldBeAttention(const NamedLayers& family) {
    const Shape& shape = family.shape;
    if (shape.rank < 2) return false;
    const bool square = shape[shape.rank - 1] == shape[shape.rank - 2];
    return (square && shape[shape.rank - 1] > 1) || (family.role == Role::cross && shape.rank > 2);
}

/// Statistics of some rows of an array.
struct Rows {
    int all = 0;
    int toOne = 0;
    bool negative = false;
};

void lookAt(Tree& tree, NodeId node, const std::string& place, Rows& rows) {
    const auto piece = readPiece(tree, node, place);
    if (!piece) return;
    constexpr std::size_t most = 256;
    const std::size_t length = piece->shape[piece->shape.rank - 1];
    const std::size_t count = length == 0 ? 0 : piece->slice.count / length;
    const std::size_t step = std::max<std::size_t>(1, count / most);
    std::vector<float> row(length);
    for (std::size_t i = 0; i < count; i += step) {
        tree.copy({piece->slice.pool, piece->slice.offset + i * length, length}, row.data());
        double sum = 0;
        for (const float value : row) {
            rows.negative = rows.negative || value < 0;
            if (std::isfinite(value)) sum += static_cast<double>(value);
        }
        if (sum == 0) continue;
        ++rows.all;
        if (std::fabs(sum - 1) < 0.02) ++rows.toOne;
    }
}

void judge(Tree& tree, NamedLayers& family) {
    Rows rows;
    lookAt(tree, family.nodes.front(), family.places.front(), rows);
    if (family.nodes.size() > 1) lookAt(tree, family.nodes.back(), family.places.back(), rows);
    const bool sums = !rows.negative && rows.all > 0 && rows.toOne * 10 >= rows.all * 9;
    const bool named = family.rank >= 2 && !rows.negative && rows.all > 0;
    family.isAttention = sums || named;
    family.isNegative = rows.negative;
    family.rank += sums ? 100 : named ? 50 : rows.negative ? 0 : 10;
}

}  // namespace

std::vector<NamedLayers> findNamedLayers(Tree& tree, NodeId object, bool values) {
    std::vector<NamedLayers> families = familiesOf(leavesOf(tree, object));
    std::erase_if(families, [](const NamedLayers& family) { return !couldBeAttention(family); });
    if (values) {
        for (NamedLayers& family : families) judge(tree, family);
    }
    std::ranges::stable_sort(families, [](const NamedLayers& a, const NamedLayers& b) {
        return a.rank != b.rank ? a.rank > b.rank : a.nodes.size() > b.nodes.size();
    });
    return families;
}

NamedLayers matchingLayers(Tree& tree, NodeId object, std::string_view pattern) {
    const std::vector<Leaf> leaves = leavesOf(tree, object);
    std::vector<Member> members;
    for (const Leaf& leaf : leaves) {
        if (!matches(leaf.path, pattern)) continue;
        members.push_back({{}, &leaf});
        skeletonOf(leaf.path, members.back().numbers);
    }
    if (members.empty()) return {};
    const std::size_t numbers = members[0].numbers.size();
    const bool alike = std::ranges::all_of(
        members, [&](const Member& member) { return member.numbers.size() == numbers; });
    NamedLayers family;
    if (alike) {
        std::vector<std::uint64_t> unused;
        family = familyOf(skeletonOf(members[0].leaf->path, unused), members);
        if (family.nodes.empty()) return {};
    } else {
        std::erase_if(members, [](const Member& member) { return member.leaf->shape.rank == 0; });
        std::ranges::stable_sort(members, {}, &Member::numbers);
        for (const Member& member : members) {
            family.nodes.push_back(member.leaf->node);
            family.places.push_back(member.leaf->path);
        }
    }
    family.pattern = pattern;
    family.role = Role::self;
    return family;
}

std::vector<std::string> otherArrays(Tree& tree, NodeId object,
                                     const std::vector<const NamedLayers*>& taken) {
    std::set<NodeId> used;
    for (const NamedLayers* family : taken) used.insert(family->nodes.begin(), family->nodes.end());
    std::vector<std::string> names;
    for (const NamedLayers& family : familiesOf(leavesOf(tree, object))) {
        if (!used.contains(family.nodes.front())) names.push_back(family.pattern);
    }
    return names;
}

bool hasNamedLayers(const Tree& tree, NodeId object) {
    const std::vector<NamedLayers> families = familiesOf(leavesOf(tree, object));
    return std::ranges::any_of(families, couldBeAttention);
}

}  // namespace hw::io
