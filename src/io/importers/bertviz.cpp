// SPDX-License-Identifier: MIT
// BertViz (github.com/jessevig/bertviz). Head view and model view write a list
//   attention: [{name, attn[L][H][i][j], left_text, right_text}, ...]
// with one entry for a model of one kind, three for an encoder-decoder ("Encoder", "Decoder", "Cross"), five for a pair
// of sentences ("All" and four parts of it). The neuron view writes an object {all, aa, bb, ab, ba}.
#include "io/importers/forms.h"
#include "io/meaning/analysis.h"
#include "io/tree/number_format.h"

namespace hw::io {

namespace {

struct Entry {
    NodeId node = none;
    std::string place;
};

bool isEntry(const Tree& tree, NodeId node) { return tree.find(node, "attn") != none; }

bool sniff(const Tree& tree) {
    const NodeId attention = tree.find(Tree::root, "attention");
    if (tree.is(attention, Kind::array)) return isEntry(tree, tree.firstChild(attention));
    return isEntry(tree, tree.find(attention, "all"));
}

// The entry with a name, or the first one without a name.
Entry find(const Tree& tree, NodeId attention, std::string_view name) {
    if (tree.is(attention, Kind::object)) {
        return {tree.find(attention, name), under("attention", name)};
    }
    std::size_t index = 0;
    for (NodeId child = tree.firstChild(attention); child != none;
         child = tree.next(child), ++index) {
        if (name.empty() || tree.string(tree.find(child, "name")) == name)
            return {child, at("attention", index)};
    }
    return {};
}

Result<Weights> read(Tree& tree, const Entry& entry, Square square) {
    return readWeights(tree, tree.find(entry.node, "attn"), under(entry.place, "attn"), square);
}

TokenLists tokens(const Tree& tree, const Entry& entry, std::string_view side) {
    return readTokens(tree, tree.find(entry.node, side), under(entry.place, side));
}

// Heads or layers that the user excluded when drawing are not in the file.
void warnOfSelection(const Tree& tree, const Weights& weights, Document& document) {
    const auto warn = [&](std::string place, std::string finding) {
        document.warnings.push_back({Code::badShape, std::move(place), std::move(finding),
                                     "Save all layers (include_layers=None) for a true rollout."_tr,
                                     std::nullopt});
    };
    const NodeId layers = tree.find(Tree::root, "include_layers");
    if (tree.is(layers, Kind::numbers)) {
        const auto numbers = tree.values(layers);
        bool consecutive = true;
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            consecutive = consecutive && numbers[i] == static_cast<float>(i);
        }
        if (!consecutive)
            warn("include_layers", "Some layers are missing, and rollout skips them."_tr);
    }
    const NodeId heads = tree.find(Tree::root, "include_heads");
    const NodeId total = tree.find(Tree::root, "total_heads");
    if (tree.is(heads, Kind::numbers) && tree.is(total, Kind::number) &&
        tree.number(total) > static_cast<double>(weights.heads)) {
        warn("include_heads", formatText("Means cover only the file’s {} of {} heads."_tr,
                                         {grouped(static_cast<std::uint64_t>(weights.heads)),
                                          static_cast<int>(tree.number(total))}));
    }
}

// For a pair of sentences, how many tokens the first one has, from the part "first to first".
std::vector<int> segments(const Tree& tree, NodeId attention, std::size_t total) {
    Entry first =
        find(tree, attention, tree.is(attention, Kind::object) ? "aa" : "Sentence A -> Sentence A");
    if (first.node == none) return {};
    const std::size_t length = tree.size(tree.find(first.node, "left_text"));
    if (length == 0 || length >= total) return {};
    std::vector<int> result(total, 1);
    for (std::size_t i = 0; i < length; ++i) result[i] = 0;
    return result;
}

Result<void> convert(Tree& tree, const OpenOptions& options, Document& document) {
    const NodeId attention = tree.find(Tree::root, "attention");
    const Entry encoder = find(tree, attention, "Encoder");
    const Entry decoder = find(tree, attention, "Decoder");
    const Entry cross = find(tree, attention, "Cross");
    Parts parts;
    Example base;
    if (cross.node != none) {
        auto across = read(tree, cross, Square::notRequired);
        if (!across) return std::unexpected(across.error());
        parts.cross = std::move(*across);
        if (encoder.node != none) {
            auto self = read(tree, encoder, Square::required);
            if (!self) return std::unexpected(self.error());
            parts.self = std::move(*self);
        }
        if (decoder.node != none) {
            auto own = read(tree, decoder, Square::required);
            if (!own) return std::unexpected(own.error());
            parts.decoder = std::move(*own);
        }
        parts.tokens = tokens(tree, cross, "right_text");
        parts.decoderTokens = tokens(tree, cross, "left_text");
    } else {
        Entry whole = find(tree, attention, tree.is(attention, Kind::object) ? "all" : "All");
        if (whole.node == none) whole = find(tree, attention, "");
        auto self = read(tree, whole, Square::required);
        if (!self) return std::unexpected(self.error());
        parts.self = std::move(*self);
        parts.tokens = tokens(tree, whole, "left_text");
        base.segments = segments(tree, attention, parts.self->queries);
    }
    warnOfSelection(tree, parts.self ? *parts.self : *parts.cross, document);
    return addExamples(tree, parts, base, options, document);
}

}  // namespace

const Importer bertvizImporter{"bertviz", sniff, convert};

}  // namespace hw::io
