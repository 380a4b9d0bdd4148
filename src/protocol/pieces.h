// SPDX-License-Identifier: MIT
// A long message in pieces, since a whole copy of hundreds of megabytes would be too large.
#pragma once

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "core/model/attention_model.h"
#include "protocol/bytes.h"

namespace hw {

/// The numbers of a tensor that has only their sizes, as one list per layer.
struct BorrowedLayers {
    const AttentionTensor* tensor = nullptr;
    std::span<const std::vector<float>> layers;
};

/// A sequence of bytes: own ones, and borrowed numbers, which must stay at their place.
class Pieces {
public:
    /// Fewer bytes are copied, since each piece has a cost.
    static constexpr std::size_t leastBorrowed = std::size_t{1} << 16;

    void add(std::span<const std::byte> bytes) {
        own_.insert(own_.end(), bytes.begin(), bytes.end());
    }
    void addNumbers(std::span<const float> numbers) {
        const auto bytes = std::as_bytes(numbers);
        if (bytes.size() < leastBorrowed)
            add(bytes);
        else
            borrowed_.push_back({own_.size(), bytes});
    }

    /// Calls to(span of bytes) for each piece.
    template <class To>
    void each(const To& to) const {
        std::size_t at = 0;
        const auto own = [&](std::size_t end) {
            if (end > at) to(std::span(own_).subspan(at, end - at));
            at = end;
        };
        for (const BorrowedNumbers& one : borrowed_) {
            own(one.at);
            to(one.bytes);
        }
        own(own_.size());
    }

private:
    struct BorrowedNumbers {
        std::size_t at = 0;  ///< in own_
        std::span<const std::byte> bytes;
    };
    std::vector<std::byte> own_;
    std::vector<BorrowedNumbers> borrowed_;
};

/// Writes the same bytes as ByteWriter, in pieces. `lent` must outlive the writer, and its numbers the pieces.
class PieceWriter : public BasicWriter<PieceWriter> {
public:
    explicit PieceWriter(std::span<const BorrowedLayers> lent) : borrowed_(lent) {}
    void raw(std::span<const std::byte> bytes) { pieces_.add(bytes); }
    void numbers(const AttentionTensor& tensor) {
        for (const BorrowedLayers& one : borrowed_) {
            if (one.tensor != &tensor) continue;
            std::size_t count = 0;
            for (const std::vector<float>& layer : one.layers) count += layer.size();
            (*this)(static_cast<std::uint32_t>(count));
            for (const std::vector<float>& layer : one.layers) pieces_.addNumbers(layer);
            return;
        }
        (*this)(tensor.values);
    }
    Pieces take() { return std::move(pieces_); }

private:
    std::span<const BorrowedLayers> borrowed_;
    Pieces pieces_;
};

}  // namespace hw
