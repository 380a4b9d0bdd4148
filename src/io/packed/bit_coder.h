// SPDX-License-Identifier: MIT
// Bits to bytes and back: each bit is predicted from several contexts at once, the predictions are mixed, and
// what was predicted well costs little. docs/link.md has every constant. Whole numbers only, so that native
// and WebAssembly programs agree in every bit.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hw::io {

class BitCoder {
public:
    static constexpr std::size_t maxContexts = 8;
    static constexpr unsigned mixers = 96;

    /// A coder that writes.
    BitCoder();
    /// A coder that reads `bytes`, which must outlive it. Past their end it reads zeros.
    explicit BitCoder(std::string_view bytes);

    bool reads() const { return reads_ && !rehearses_; }
    /// One bit: `value` when writing, which is also returned; what the bytes say when reading. `contexts` are
    /// any numbers that writer and reader both know; each has a model of its own. `mixer` < mixers selects the weights by
    /// which their predictions are mixed.
    bool bit(bool value, std::span<const std::uint32_t> contexts, unsigned mixer);
    /// More was read than the bytes hold: they are truncated or not a link's.
    bool overrun() const { return at_ > bytes_.size() + 8; }
    /// While on, bits train the models, but nothing is written or read.
    void rehearse(bool on) { rehearses_ = on; }
    /// The bytes that were written. No call may follow.
    std::string finish();

private:
    struct Slot {
        std::uint16_t chance = 32768;  ///< of a 1, of 65536
        std::uint16_t seen = 0;
    };
    std::uint32_t next();
    bool carry(bool value, std::uint32_t chance);

    bool reads_;
    bool rehearses_ = false;
    std::uint32_t low_ = 0;
    std::uint32_t high_ = 0xFFFF'FFFFU;
    std::uint32_t code_ = 0;
    std::string_view bytes_;
    std::size_t at_ = 0;
    std::string out_;
    std::vector<Slot> slots_;
    std::array<std::array<std::int32_t, maxContexts>, mixers> weights_;
};

}  // namespace hw::io
