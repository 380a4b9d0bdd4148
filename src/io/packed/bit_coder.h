// SPDX-License-Identifier: MIT
// Bits to bytes and back, with a context-mixing arithmetic coder. Each bit is predicted from several contexts at once,
// the predictions are mixed, and well predicted bits cost little. docs/link.md has every constant. Integers only, so
// that native and WebAssembly programs agree in every bit.
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

    /// For writing.
    BitCoder();
    /// For reading `bytes`, which must outlive it. Past their end it reads zeros.
    explicit BitCoder(std::string_view bytes);

    bool reads() const { return reads_ && !rehearses_; }
    /// Codes one bit. When writing, it codes `value` and returns it. When reading, it returns the bit read. `contexts`
    /// are any numbers known to both writer and reader, each with its own model. `mixer` < mixers selects the weights
    /// for mixing their predictions.
    bool bit(bool value, std::span<const std::uint32_t> contexts, unsigned mixer);
    /// True if more was read than there are bytes, because they are truncated or not a link's.
    bool overrun() const { return at_ > bytes_.size() + 8; }
    /// While on, bits train the models, but nothing is written or read.
    void rehearse(bool on) { rehearses_ = on; }
    /// The bytes written. No other call may follow.
    std::string finish();

private:
    struct Slot {
        std::uint16_t chance = 32768;  ///< probability of a 1, in 65536ths
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
