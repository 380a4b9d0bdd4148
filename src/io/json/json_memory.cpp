// SPDX-License-Identifier: MIT
// Pools of float32 values, with the choice of the pool for each block, their growth, and the memory limit.
#include <algorithm>
#include <cstdlib>
#include <iterator>

#include "core/matrix/half.h"
#include "io/json/json_parser.h"
#include "io/tree/number_format.h"

namespace hw::io {

namespace {

constexpr std::size_t smallPool = 1024;             // values
constexpr std::uint64_t enoughToEstimate = 16'384;  // values read before their density is trusted
constexpr std::size_t worthAsking = std::size_t{16} << 20;
constexpr std::size_t longestKey = 10'000;  // bytes; a key is a name

// Without exceptions a vector that cannot grow ends the program, so check before it tries.
bool obtainable(std::size_t bytes) {
    if (bytes < worthAsking) return true;
    void* const probe = std::malloc(bytes);
    std::free(probe);
    return probe != nullptr;
}

// Additional bytes when a list grows by `more`, since old and new exist at the same time.
template <class List>
std::uint64_t growth(const List& list, std::size_t more) {
    if (list.size() + more <= list.capacity()) return 0;
    const std::uint64_t wanted = std::max(list.size() + more, 2 * list.capacity());
    return wanted * sizeof(typename List::value_type);
}

}  // namespace

std::uint64_t JsonParser::memoryUsed() const {
    return poolBytes_ + tree_.nodes.capacity() * sizeof(Tree::Node) +
           tree_.blocks.capacity() * sizeof(Tree::Block) +
           tree_.strings.capacity() * sizeof(Tree::Text) + tree_.text.capacity() +
           scratch_.capacity() + tree_.pools.capacity() * (2 * sizeof(std::vector<float>) + 32) +
           families_.size() * 96 + tree_.exactValues.capacity() * sizeof(double);
}

bool JsonParser::checkMemory() {
    if (tree_.nodes.size() - checkedNodes_ < 1024 && tree_.nodes.size() >= checkedNodes_)
        return true;
    checkedNodes_ = tree_.nodes.size();
    constexpr std::size_t soon = 2048;  // more than arrive between two checks
    const std::uint64_t grows =
        std::max({growth(tree_.nodes, soon), growth(tree_.strings, soon),
                  growth(tree_.blocks, soon), growth(tree_.exactValues, soon)});
    const std::uint64_t used = memoryUsed() + grows;
    if (used > options_.memoryBytes) return !tooLarge(used);
    return obtainable(static_cast<std::size_t>(grows)) || !tooLarge(used);
}

bool JsonParser::roomForText(std::size_t more) {
    if (stringIsKey_ && scratch_.size() + more > longestKey) {
        fail(problemHere(Code::syntax, tokenByte_,
                         formatText("This key is longer than {} bytes."_tr, {grouped(longestKey)}),
                         "Write the file again."_tr));
        return false;
    }
    const std::uint64_t grows =
        std::max(growth(scratch_, more), growth(tree_.text, scratch_.size() + more));
    if (grows < worthAsking) return true;
    const std::uint64_t used = memoryUsed() + grows;
    if (used > options_.memoryBytes) return !tooLarge(used);
    return obtainable(static_cast<std::size_t>(grows)) || !tooLarge(used);
}

// Always true, for `return !tooLarge(...)`.
bool JsonParser::tooLarge(std::uint64_t needed) {
    // The limit may be more than the machine has.
    Problem problem =
        memoryProblem(needed <= options_.memoryBytes
                          ? formatText("This file needs about {} of memory, more than is free."_tr,
                                       {bytesText(needed)})
                          : formatText("This file needs about {} of memory (limit {})."_tr,
                                       {bytesText(needed), bytesText(options_.memoryBytes)}));
    if (!options_.isAnalysis) {
        problem.remedy = "Use a smaller file."_tr;
        problem.offer = Offer::none;
    }
    fail(std::move(problem));
    return true;
}

// Blocks that follow each other under keys that differ in numbers only (layer_0/attention, layer_1/attention) or as
// flat data of tensors share a pool, so that they can be merged in place. Everything else gets a separate pool, which
// can be moved out whole.
std::uint32_t JsonParser::choosePool() {
    std::string family;
    bool shared = false;
    for (const Frame& frame : frames_) {
        const std::string_view key = tree_.key(frame.node);
        family += '/';
        for (const char c : key) {
            const bool digit = c >= '0' && c <= '9';
            shared = shared || digit;
            if (!digit) {
                family += c;
            } else if (family.back() != '#') {
                family += '#';
            }
        }
    }
    const std::string_view last = tree_.key(frames_.back().node);
    shared = shared || last == "data" || last == "cpuData";
    if (shared) {
        const auto known = families_.find(family);
        if (known != families_.end()) return known->second;
    }
    const auto pool = static_cast<std::uint32_t>(tree_.pools.size());
    tree_.pools.emplace_back();
    tree_.halfPools.emplace_back();
    poolShared_.push_back(shared);
    if (shared) families_.emplace(std::move(family), pool);
    return pool;
}

bool JsonParser::append(Frame& frame, const float* values, std::size_t count) {
    if (frame.pool == none && !frame.dropped) {
        frame.pool = choosePool();
        // Arrays around this one, up to their key, share its pool.
        for (std::size_t i = frames_.size() - 1; i > 0 && !frames_[i - 1].object; --i) {
            frames_[i - 1].pool = frame.pool;
        }
    }
    if (frame.content == Content::nothing) {
        frame.content = Content::scalars;
        if (!frame.dropped) frame.poolStart = tree_.poolSize(frame.pool);
        frame.exactStart = tree_.exactValues.size();
    }
    frame.count += static_cast<std::uint32_t>(count);
    if (frame.dropped) return true;
    if (frame.half) {
        std::vector<std::uint16_t>& pool = tree_.halfPools[frame.pool];
        if (pool.capacity() - pool.size() < count && !reserve(pool, count)) return false;
        std::transform(values, values + count, std::back_inserter(pool), floatToHalf);
    } else {
        std::vector<float>& pool = tree_.pools[frame.pool];
        if (pool.capacity() - pool.size() < count && !reserve(pool, count)) return false;
        pool.insert(pool.end(), values, values + count);
    }
    stored_ += count;
    return true;
}

// Grows once to the size that the rest of the input will need, estimated from the bytes per value so far. Doubling
// would hold the values one and a half times over at every step, and three times while copying.
template <class T>
bool JsonParser::reserve(std::vector<T>& pool, std::size_t extra) {
    const std::uint64_t least = pool.size() + extra;
    std::uint64_t wanted =
        std::max<std::uint64_t>({smallPool, least, pool.size() + pool.size() / 2});
    const std::uint64_t read = offset(at_) - options_.firstByte;
    // Averaged heads shrink again when their layer ends, so the present number is no guide.
    if (options_.totalBytes && stored_ >= enoughToEstimate && read > 0 && !options_.averageHeads) {
        const std::uint64_t rest = *options_.totalBytes > read ? *options_.totalBytes - read : 0;
        const double each = static_cast<double>(stored_) / static_cast<double>(read);
        wanted =
            least + static_cast<std::uint64_t>(each * static_cast<double>(rest) * 1.03) + smallPool;
    }
    const std::uint64_t others = memoryUsed() - pool.capacity() * sizeof(T);
    const std::uint64_t left =
        (options_.memoryBytes - std::min(options_.memoryBytes, others)) / sizeof(T);
    if (options_.averageHeads) wanted = std::max(least, std::min(wanted, left));
    const std::uint64_t needed = others + wanted * sizeof(T);
    if (needed > options_.memoryBytes || wanted > pool.max_size()) return !tooLarge(needed);
    if (!obtainable(static_cast<std::size_t>(wanted) * sizeof(T))) return !tooLarge(needed);
    poolBytes_ -= pool.capacity() * sizeof(T);
    pool.reserve(wanted);
    poolBytes_ += pool.capacity() * sizeof(T);
    return true;
}

// Gives back the excess of the estimate, once nothing can follow in this pool.
void JsonParser::trimPool(const Frame& frame) {
    if (frame.pool == none || frame.dropped) return;
    if (poolShared_[frame.pool]) return;
    trim(tree_.pools[frame.pool]);
    trim(tree_.halfPools[frame.pool]);
}

template <class T>
void JsonParser::trim(std::vector<T>& pool) {
    if (pool.capacity() < pool.size() + pool.size() / 4 + smallPool) return;
    poolBytes_ -= pool.capacity() * sizeof(T);
    pool.shrink_to_fit();
    poolBytes_ += pool.capacity() * sizeof(T);
}

}  // namespace hw::io
