// SPDX-License-Identifier: MIT
// How values become nodes, and nested arrays of numbers become blocks.
#include <algorithm>
#include <functional>
#include <limits>
#include <utility>

#include "io/json/json_parser.h"
#include "io/tree/average.h"
#include "io/tree/key_meaning.h"
#include "io/tree/number_format.h"

namespace hw::io {

namespace {

constexpr std::size_t notExact = -1;

// Large arrays next to attention in dumps of whole model outputs, which this program does not use. Their syntax is
// checked, and their numbers are not stored.
bool isDropped(std::string_view key) {
    constexpr std::string_view names[] = {
        "hidden_states",
        "encoder_hidden_states",
        "decoder_hidden_states",
        "last_hidden_state",
        "logits",
        "past_key_values",
        "encoder_last_hidden_state",
        "pooler_output",
        "queries",
        "keys",
        "embeddings",
        "contexts",
    };
    if (std::find(std::begin(names), std::end(names), key) != std::end(names)) return true;
    // transformer-explainer keeps five stages of each head. The softmax is the attention.
    return key.starts_with("block_") &&
           (key.ends_with("_attn") || key.ends_with("_attn_scaled") ||
            key.ends_with("_attn_masked") || key.ends_with("_attn_dropout"));
}

// Scores to compare with, a few per file, kept as double.
bool isExact(std::string_view key) { return key == "importance"; }

}  // namespace

std::string JsonParser::place(std::size_t frames, bool withCurrent) const {
    std::string result;
    for (std::size_t i = 0; i < frames; ++i) {
        const Frame& frame = frames_[i];
        if (i + 1 == frames && !withCurrent) break;
        if (!frame.object) {
            result = at(result, frame.count);
        } else if (i + 1 < frames) {
            result = under(result, tree_.key(frames_[i + 1].node));
        } else if (frame.indexed) {
            result = under(result, std::to_string(frame.count));
        } else if (pendingKey_ != none) {
            const Tree::Text& where = tree_.strings[pendingKey_];
            result = under(result, std::string_view(tree_.text).substr(where.offset, where.size));
        }
    }
    return result;
}

NodeId JsonParser::addNode(Kind kind, std::uint64_t byte) {
    const auto id = static_cast<NodeId>(tree_.nodes.size());
    Tree::Node node;
    node.kind = kind;
    node.byte = byte;
    if (!frames_.empty()) {
        Frame& frame = frames_.back();
        if (frame.object) {
            if (pendingIndexed_) pendingKey_ = tree_.addString(std::to_string(frame.count));
            node.key = pendingKey_;
            pendingKey_ = none;
            pendingIndexed_ = false;
        }
        (frame.lastChild == none ? tree_.nodes[frame.node].first
                                 : tree_.nodes[frame.lastChild].next) = id;
        frame.lastChild = id;
        // Containers are counted when they close. Until then the count is their index.
        if (kind != Kind::array && kind != Kind::object) {
            if (frame.content == Content::blocks && !frame.object) noteIrregular(frame, {}, byte);
            frame.content = Content::mixed;
            ++frame.count;
        }
    }
    tree_.nodes.push_back(node);
    return id;
}

bool JsonParser::open(bool object, std::uint64_t byte) {
    if (std::cmp_greater_equal(frames_.size(), options_.maxDepth)) {
        fail(problemAt(Code::tooDeep, "", byte,
                       formatText("More than {} brackets are open."_tr,
                                  {grouped(static_cast<std::uint64_t>(options_.maxDepth))}),
                       "Attention needs at most 7. Choose another file."_tr));
        return false;
    }
    if (!frames_.empty()) spillScalars(frames_.back());
    Frame frame;
    frame.node = addNode(object ? Kind::object : Kind::array, byte);
    frame.object = object;
    frame.childByte = byte;
    frame.exact = options_.exactNumbers;
    if (!frames_.empty()) {
        const Frame& parent = frames_.back();
        const std::string_view key = tree_.key(frame.node);
        frame.dropped = parent.dropped || isDropped(key);
        frame.exact = frame.exact || parent.exact || isExact(key);
        if (options_.halfWeights)
            frame.half = parent.object ? !object && isWeights(key) : parent.half;
        // An object may turn out to be a row {"0": ..., "1": ...} of the array around it.
        if (!parent.object) frame.pool = parent.pool;
    }
    if (frames_.empty()) frame.half = options_.halfWeights && !object;  // only a list
    frames_.push_back(frame);
    state_ = object ? State::firstKey : State::firstValue;
    return checkMemory();
}

bool JsonParser::close() {
    Frame frame = frames_.back();
    tree_.nodes[frame.node].count = frame.count;
    bool fine = true;
    if (frame.content == Content::scalars) {
        fine = closeScalars(frame);
    } else if (frame.content == Content::blocks && !frame.object) {
        fine = closeBlocks(frame);
    } else if (frame.object) {
        noteDuplicates(frame);
    }
    if (!fine) return false;
    frames_.pop_back();
    if (frames_.empty() || frames_.back().object) trimPool(frame);
    if (!frames_.empty()) noteBlock(frames_.back(), frame.node);
    endValue();
    return checkMemory();
}

bool JsonParser::closeScalars(Frame& frame) {
    Tree::Block block;
    block.shape.rank = 1;
    block.shape.sizes[0] = frame.count;
    block.slice = {frame.pool, frame.poolStart, frame.count};
    block.nulls = frame.nulls;
    block.missing = frame.missing;
    block.dropped = frame.dropped;
    if (frame.exact) block.exact = frame.exactStart;
    tree_.nodes[frame.node].kind = Kind::numbers;
    tree_.nodes[frame.node].first = static_cast<std::uint32_t>(tree_.blocks.size());
    tree_.blocks.push_back(block);
    return true;
}

// All children are blocks of one shape, one after the other in the pool, so they become one block.
bool JsonParser::closeBlocks(Frame& frame) {
    Tree::Block merged = tree_.blocks[frame.firstBlock];
    if (merged.shape.rank == Shape::maxRank) return true;
    for (std::size_t i = frame.firstBlock + 1; i < tree_.blocks.size(); ++i) {
        merged.slice.count += tree_.blocks[i].slice.count;
        merged.nulls += tree_.blocks[i].nulls;
        merged.missing += tree_.blocks[i].missing;
    }
    merged.shape = merged.shape.within(frame.count);
    const bool insideArray = frames_.size() > 1 && !frames_[frames_.size() - 2].object;
    if (options_.averageHeads && merged.shape.rank == 3 && insideArray && !merged.dropped) {
        if (frame.half) {
            averageHeads(merged, tree_.halfPools[merged.slice.pool]);
        } else {
            averageHeads(merged, tree_.pools[merged.slice.pool]);
        }
    }
    tree_.blocks.resize(frame.firstBlock);
    tree_.blocks.push_back(merged);
    tree_.nodes.resize(frame.node + 1);
    Tree::Node& node = tree_.nodes[frame.node];
    node.kind = Kind::numbers;
    node.first = frame.firstBlock;
    return true;
}

// [H][N][N] at the end of its pool becomes [1][N][N].
template <class T>
void JsonParser::averageHeads(Tree::Block& block, std::vector<T>& pool) {
    const std::size_t heads = block.shape[0];
    const std::size_t matrix = block.slice.count / std::max<std::size_t>(heads, 1);
    averageOver(std::span(pool).subspan(block.slice.offset), heads);
    pool.resize(block.slice.offset + matrix);
    stored_ -= block.slice.count - matrix;
    block.slice.count = matrix;
    block.shape.sizes[0] = 1;
    block.exact = notExact;
}

void JsonParser::noteBlock(Frame& frame, NodeId node) {
    const bool isBlock = tree_.is(node, Kind::numbers);
    const bool keyed = frame.object;
    if (frame.content == Content::nothing && isBlock && !keyed) {
        frame.content = Content::blocks;
        frame.firstBlock = tree_.nodes[node].first;
    } else if (frame.content == Content::blocks && !keyed) {
        const Shape found = isBlock ? tree_.shape(node) : Shape{};
        if (!(found == tree_.blocks[frame.firstBlock].shape)) {
            noteIrregular(frame, found, tree_.byte(node));
            frame.content = Content::mixed;
        }
    } else {
        frame.content = Content::mixed;
    }
    ++frame.count;
}

// Called before the child is counted, so the frame's count is its index.
void JsonParser::noteIrregular(const Frame& frame, const Shape& found, std::uint64_t byte) {
    constexpr std::size_t enough = 256;
    if (tree_.irregulars.size() >= enough) return;
    tree_.irregulars.push_back({frame.node, place(frames_.size(), true), byte,
                                tree_.blocks[frame.firstBlock].shape, found});
}

void JsonParser::noteDuplicates(const Frame& frame) {
    constexpr std::size_t enough = 16;
    if (frame.count < 2 || tree_.duplicates.size() >= enough) return;
    struct Entry {
        std::size_t hash;
        NodeId node;
    };
    std::vector<Entry> entries;
    entries.reserve(frame.count);
    for (NodeId child = tree_.firstChild(frame.node); child != none; child = tree_.next(child)) {
        entries.push_back({std::hash<std::string_view>{}(tree_.key(child)), child});
    }
    std::stable_sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
        return a.hash != b.hash ? a.hash < b.hash : a.node < b.node;
    });
    for (std::size_t i = 1; i < entries.size() && tree_.duplicates.size() < enough; ++i) {
        if (entries[i].hash != entries[i - 1].hash) continue;
        const std::string_view key = tree_.key(entries[i].node);
        if (key != tree_.key(entries[i - 1].node)) continue;
        tree_.duplicates.push_back(
            {under(place(frames_.size(), false), key), tree_.byte(entries[i].node)});
    }
}

bool JsonParser::addScalar(float value, double exact, bool null, std::uint64_t byte) {
    if (!frames_.empty()) {
        Frame& frame = frames_.back();
        const bool fits = frame.object ? pendingIndexed_ : true;
        if (fits && (frame.content == Content::nothing || frame.content == Content::scalars)) {
            if (null) value = std::numeric_limits<float>::quiet_NaN();
            const bool isMissing = value != value;
            if (!append(frame, &value, 1)) return false;
            if (frame.exact) tree_.exactValues.push_back(null ? static_cast<double>(value) : exact);
            frame.indexed = frame.object;
            frame.nulls += null ? 1 : 0;
            frame.missing += isMissing ? 1 : 0;
            return true;
        }
    }
    const NodeId node = addNode(null ? Kind::null : Kind::number, byte);
    tree_.nodes[node].number = exact;
    return checkMemory();
}

// A value that is not a number follows numbers without nodes, so give them nodes now.
void JsonParser::spillScalars(Frame& frame) {
    if (frame.content != Content::scalars) return;
    const std::uint32_t count = frame.count;
    const bool pendingIndexed = pendingIndexed_;
    const std::uint32_t pendingKey = pendingKey_;
    std::vector<float> values;
    if (!frame.dropped && frame.pool != none) {
        values.resize(tree_.poolSize(frame.pool) - frame.poolStart);
        tree_.copy({frame.pool, frame.poolStart, values.size()}, values.data());
        tree_.pools[frame.pool].resize(frame.half ? 0 : frame.poolStart);
        tree_.halfPools[frame.pool].resize(frame.half ? frame.poolStart : 0);
        stored_ -= values.size();
    }
    frame.content = Content::mixed;
    frame.count = 0;
    const bool exact = frame.exact;
    for (std::uint32_t i = 0; i < count; ++i) {
        const float value = i < values.size() ? values[i] : std::numeric_limits<float>::quiet_NaN();
        pendingIndexed_ = frame.object;
        const NodeId node = addNode(value == value ? Kind::number : Kind::null, frame.childByte);
        tree_.nodes[node].number =
            exact ? tree_.exactValues[frame.exactStart + i] : static_cast<double>(value);
    }
    if (exact) tree_.exactValues.resize(frame.exactStart);
    frame.indexed = false;
    pendingIndexed_ = pendingIndexed;
    pendingKey_ = pendingKey;
}

}  // namespace hw::io
