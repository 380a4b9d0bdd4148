// SPDX-License-Identifier: MIT
// The limits of one text in proportion to its size: memory for the steps from text to tokens, and work. Every step that
// can multiply charges it, so that many small steps count as one large one does.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace hw::model {

class Budget {
public:
    /// `given` is the bytes of the text, `first` the work allowed for the smallest one.
    explicit Budget(std::size_t given, std::uint64_t first = firstWork)
        : mostBytes_(static_cast<std::size_t>(
              std::min<std::uint64_t>(firstBytes + bytesEach * std::uint64_t{given}, addressable))),
          mostTokens_(firstTokens + tokensEach * std::uint64_t{given}),
          work_(first + workEach * std::uint64_t{given}) {}

    static constexpr std::uint64_t firstBytes = 256 << 10;
    static constexpr std::uint64_t bytesEach = 24;
    static constexpr std::uint64_t firstTokens = 16 << 10;
    static constexpr std::uint64_t tokensEach = 4;
    static constexpr std::uint64_t firstWork = 20'000'000;
    static constexpr std::uint64_t workEach = 400;

    /// Maximum bytes of the text, and of its tokens' texts together.
    std::size_t mostBytes() const { return mostBytes_; }
    /// Limits the number of tokens, including those around the text.
    bool allowsTokens(std::size_t count) const { return count <= mostTokens_; }
    /// Charges about one unit per byte that is read, or step of a pattern. Returns false once nothing is left, and the
    /// caller stops.
    bool spend(std::uint64_t work) {
        work_ -= std::min(work_, work);
        return work_ > 0;
    }
    bool isSpent() const { return work_ == 0; }
    /// Marks that a text would not fit into mostBytes(). All later steps stop.
    void overflow() {
        overflowed_ = true;
        work_ = 0;
    }
    bool overflowed() const { return overflowed_; }

private:
    static constexpr std::uint64_t addressable = 0x7FFF'FFFF;  ///< positions in a text have 32 bits
    std::size_t mostBytes_;
    std::uint64_t mostTokens_;
    std::uint64_t work_;
    bool overflowed_ = false;
};

}  // namespace hw::model
