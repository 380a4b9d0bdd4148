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

    /// Writes.
    BitCoder();
    /// Reads bytes, which must outlive it. Behind their end are zeros.
    explicit BitCoder(std::string_view bytes);

    bool reads() const { return reads_ && !rehearses_; }
    /// One bit: `value` when writing, which is also returned; what the bytes say when reading. `contexts` are
    /// any numbers that both sides know; each learns by itself. `mixer` < mixers chooses who is believed.
    bool bit(bool value, std::span<const std::uint32_t> contexts, unsigned mixer);
    /// More was read than the bytes hold: they are cut off or made up.
    bool overrun() const { return at_ > bytes_.size() + 8; }
    /// Bits are learned from, but nothing is written or read.
    void rehearse(bool on) { rehearses_ = on; }
    /// What was written; the last call.
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
