// SPDX-License-Identifier: MIT
// Runs of decimal digits, sixteen or eight at a time, without branching on their number.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

#if defined(__wasm_simd128__)
#include <wasm_simd128.h>
#elif defined(__SSE4_1__)
#include <smmintrin.h>
#endif

namespace hw::io::detail {

static_assert(std::endian::native == std::endian::little,
              "digit-parallel reading is written for little endian");

/// 10^0 ... 10^16.
inline constexpr std::uint64_t wholePowers[] = {1ULL,
                                                10ULL,
                                                100ULL,
                                                1'000ULL,
                                                10'000ULL,
                                                100'000ULL,
                                                1'000'000ULL,
                                                10'000'000ULL,
                                                100'000'000ULL,
                                                1'000'000'000ULL,
                                                10'000'000'000ULL,
                                                100'000'000'000ULL,
                                                1'000'000'000'000ULL,
                                                10'000'000'000'000ULL,
                                                100'000'000'000'000ULL,
                                                1'000'000'000'000'000ULL,
                                                10'000'000'000'000'000ULL};

/// The digits at the start of a text, with their number and value.
struct Digits {
    unsigned count = 0;
    std::uint64_t value = 0;
};

/// At most 8 of the digits at p. Reads 8 bytes.
inline Digits upTo8(const char* p) {
    std::uint64_t eight = 0;
    std::memcpy(&eight, p, sizeof eight);
    eight ^= 0x3030'3030'3030'3030ULL;  // '0'..'9' become 0..9
    // A byte above 9 sets its highest bit. A carry out of it disturbs only later bytes.
    const std::uint64_t others =
        ((eight + 0x7676'7676'7676'7676ULL) | eight) & 0x8080'8080'8080'8080ULL;
    const unsigned count =
        static_cast<unsigned>(std::countr_zero(others)) / 8;  // 8 if all are digits
    // Leading zeros, in two shifts, since a shift by 64 is undefined.
    if (count < 8) eight = (eight << (56 - 8 * count)) << 8;
    // Pairs, then fours, then all eight, each step in parallel.
    constexpr std::uint64_t mask = 0x0000'00FF'0000'00FFULL;
    eight = eight * 10 + (eight >> 8);
    const std::uint64_t value = ((eight & mask) * 0x000F'4240'0000'0064ULL +
                                 (eight >> 16 & mask) * 0x0000'2710'0000'0001ULL) >>
                                32;
    return {count, value};
}

#if defined(__wasm_simd128__) || defined(__SSE4_1__)

// Loading 16 bytes at offset 16 - n gives a mask of the first n.
alignas(16) inline constexpr unsigned char firstBytes[32] = {
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255};
// Loading 16 bytes at offset n gives the permutation that moves n digits to the end and clears the rest.
alignas(16) inline constexpr unsigned char alignments[32] = {
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    0,   1,   2,   3,   4,   5,   6,   7,   8,   9,   10,  11,  12,  13,  14,  15};

#if defined(__wasm_simd128__)
using Bytes = v128_t;
inline Bytes minusZeros(const char* p) {
    return wasm_i8x16_sub(wasm_v128_load(p), wasm_i8x16_const_splat('0'));
}
inline unsigned areDigits(Bytes bytes) {
    // "Not above" takes one instruction fewer on x64 than "below", and the mask need not be inverted.
    return wasm_i8x16_bitmask(wasm_u8x16_le(bytes, wasm_i8x16_const_splat(9)));
}
inline Bytes keepFirst(Bytes bytes, unsigned count) {
    return wasm_v128_and(bytes, wasm_v128_load(firstBytes + 16 - count));
}
inline Bytes moveToEnd(Bytes bytes, unsigned count) {
    return wasm_i8x16_swizzle(bytes, wasm_v128_load(alignments + count));
}
// The value of the first eight digits in the low half, of the other eight in the high half.
inline std::uint64_t twiceEight(Bytes bytes) {
    // Two digits a, b are stored as a + 256 b. Times 10 * 256 + 1 that is 256 (10 a + b) + a, modulo 2^16.
    const v128_t pairs =
        wasm_u16x8_shr(wasm_i16x8_mul(bytes, wasm_i16x8_const_splat(10 * 256 + 1)), 8);
    const v128_t fours =
        wasm_i32x4_dot_i16x8(pairs, wasm_i16x8_const(100, 1, 100, 1, 100, 1, 100, 1));
    const v128_t eights =
        wasm_i32x4_dot_i16x8(wasm_i16x8_narrow_i32x4(fours, fours),
                             wasm_i16x8_const(10000, 1, 10000, 1, 10000, 1, 10000, 1));
    return static_cast<std::uint64_t>(wasm_i64x2_extract_lane(eights, 0));
}
#else
using Bytes = __m128i;
inline Bytes minusZeros(const char* p) {
    return _mm_sub_epi8(_mm_loadu_si128(reinterpret_cast<const __m128i*>(p)), _mm_set1_epi8('0'));
}
inline unsigned areDigits(Bytes bytes) {
    // Unsigned below 10, so the smaller of the byte and 9 is the byte.
    const __m128i same = _mm_cmpeq_epi8(_mm_min_epu8(bytes, _mm_set1_epi8(9)), bytes);
    return static_cast<unsigned>(_mm_movemask_epi8(same));
}
inline Bytes keepFirst(Bytes bytes, unsigned count) {
    return _mm_and_si128(
        bytes, _mm_loadu_si128(reinterpret_cast<const __m128i*>(firstBytes + 16 - count)));
}
inline Bytes moveToEnd(Bytes bytes, unsigned count) {
    return _mm_shuffle_epi8(bytes,
                            _mm_loadu_si128(reinterpret_cast<const __m128i*>(alignments + count)));
}
// The value of the first eight digits in the low half, of the other eight in the high half.
inline std::uint64_t twiceEight(Bytes bytes) {
    const __m128i pairs = _mm_maddubs_epi16(bytes, _mm_set1_epi16(0x010A));
    const __m128i fours = _mm_madd_epi16(pairs, _mm_set1_epi32(0x0001'0064));
    const __m128i eights =
        _mm_madd_epi16(_mm_packus_epi32(fours, fours), _mm_set1_epi32(0x0001'2710));
    return static_cast<std::uint64_t>(_mm_cvtsi128_si64(eights));
}
#endif

inline std::uint64_t allSixteen(Bytes bytes) {
    const std::uint64_t both = twiceEight(bytes);
    return (both & 0xFFFF'FFFFULL) * 100'000'000ULL + (both >> 32);
}

/// At most 16 of the digits at p. Reads 16 bytes.
inline Digits upTo16(const char* p) {
    const Bytes bytes = minusZeros(p);
    const auto count = static_cast<unsigned>(std::countr_one(areDigits(bytes)));
    return {count, allSixteen(moveToEnd(bytes, count))};
}

/// The digits at p as a decimal fraction. Gives their number (32 means perhaps more), and the value of the first 16,
/// padded with zeros. That is the number after a decimal point, in units of 10^-16, rounded down. Reads 32 bytes.
inline Digits fractionOf16(const char* p) {
    const Bytes first = minusZeros(p);
    const unsigned digits = areDigits(first) | areDigits(minusZeros(p + 16)) << 16;
    const auto count = static_cast<unsigned>(std::countr_one(digits));
    return {count, allSixteen(keepFirst(first, count < 16 ? count : 16))};
}

#else

inline Digits upTo16(const char* p) {
    const Digits first = upTo8(p);
    if (first.count < 8) return first;
    const Digits second = upTo8(p + 8);
    return {8 + second.count, first.value * wholePowers[second.count] + second.value};
}

inline Digits fractionOf16(const char* p) {
    const Digits first = upTo16(p);
    if (first.count < 16) return {first.count, first.value * wholePowers[16 - first.count]};
    const Digits more = upTo16(p + 16);
    return {16 + more.count, first.value};
}

#endif

}  // namespace hw::io::detail
