// SPDX-License-Identifier: MIT
#include "model/sound/wav.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <optional>
#include <utility>

#include "core/localized_text.h"

namespace hw::model {
namespace {

constexpr int leastRate = 1000;
constexpr int mostRate = 768000;
constexpr int mostSeconds = 3600;
constexpr int mostChannels = 64;

std::unexpected<Problem> bad(Code code, std::string finding) {
    return std::unexpected(Problem{.code = code,
                                   .place = "sound",
                                   .finding = std::move(finding),
                                   .remedy = "Use a WAV file without compression."_tr,
                                   .byte = {}});
}

std::uint64_t littleEndian(std::string_view bytes) {
    std::uint64_t value = 0;
    for (std::size_t i = bytes.size(); i-- > 0;)
        value = value << 8 | static_cast<unsigned char>(bytes[i]);
    return value;
}

/// The content of the first chunk with this name, at most to the end of the file.
std::optional<std::string_view> chunk(std::string_view bytes, std::string_view name) {
    std::size_t at = 12;
    while (at + 8 <= bytes.size()) {
        const std::uint64_t size = littleEndian(bytes.substr(at + 4, 4));
        if (bytes.substr(at, 4) == name)
            return bytes.substr(at + 8, static_cast<std::size_t>(size));
        at += 8 + static_cast<std::size_t>(size + size % 2);
    }
    return std::nullopt;
}

struct Format {
    bool isFloat = false;
    int channels = 0;
    int rate = 0;
    int bytes = 0;  ///< of one number
};

std::optional<Format> readFormat(std::string_view bytes) {
    if (bytes.size() < 16) return std::nullopt;
    const auto number = [&](std::size_t at, std::size_t size) {
        return static_cast<int>(
            std::min<std::uint64_t>(littleEndian(bytes.substr(at, size)), std::uint64_t{1} << 24));
    };
    int kind = number(0, 2);
    constexpr int extensible = 0xFFFE;
    if (kind == extensible && bytes.size() >= 26) kind = number(24, 2);
    const Format format{kind == 3, number(2, 2), number(4, 4), number(14, 2) / 8};
    const bool isWhole = kind == 1 && format.bytes >= 1 && format.bytes <= 4;
    const bool isReal = kind == 3 && (format.bytes == 4 || format.bytes == 8);
    const bool fits = (isWhole || isReal) && number(14, 2) % 8 == 0 && format.channels >= 1 &&
                      format.channels <= mostChannels && format.rate >= leastRate &&
                      format.rate <= mostRate;
    return fits ? std::optional(format) : std::nullopt;
}

double valueOf(std::string_view bytes, bool isFloat) {
    const std::uint64_t bits = littleEndian(bytes);
    const auto size = static_cast<int>(bytes.size());
    if (isFloat)
        return size == 4 ? double{std::bit_cast<float>(static_cast<std::uint32_t>(bits))}
                         : std::bit_cast<double>(bits);
    if (size == 1) return (static_cast<double>(bits) - 128) / 128;
    const auto full = static_cast<double>(std::uint64_t{1} << (8 * size - 1));
    const auto value = static_cast<double>(bits);
    return (value >= full ? value - 2 * full : value) / full;
}

}  // namespace

Result<Sound> readWav(std::string_view bytes) {
    if (!bytes.starts_with("RIFF") || bytes.size() < 12 || bytes.substr(8, 4) != "WAVE")
        return bad(Code::notRecognised, std::string("This isn’t a WAV file."_tr));
    const auto header = chunk(bytes, "fmt ");
    const auto format = header ? readFormat(*header) : std::nullopt;
    if (!format)
        return bad(Code::notRecognised, std::string("This kind of WAV file isn’t supported."_tr));
    const auto data = chunk(bytes, "data");
    const std::size_t each = std::size_t{1} * format->channels * format->bytes;
    const std::size_t count = data ? data->size() / each : 0;
    if (count == 0) return bad(Code::truncated, std::string("The file has no sound."_tr));
    if (count > std::size_t{mostSeconds} * format->rate)
        return bad(Code::tooLarge, std::string("The sound is longer than an hour."_tr));
    Sound sound{.rate = format->rate, .samples = {}};
    sound.samples.reserve(count);
    for (std::size_t at = 0; at < count; ++at) {
        double sum = 0;
        for (int channel = 0; channel < format->channels; ++channel)
            sum += valueOf(
                data->substr(at * each + std::size_t{1} * channel * format->bytes, format->bytes),
                format->isFloat);
        const auto sample = static_cast<float>(sum / format->channels);
        if (!std::isfinite(sample))
            return bad(Code::badNumber, std::string("A sample isn’t finite."_tr));
        sound.samples.push_back(sample);
    }
    return sound;
}

std::vector<float> resampled(std::span<const float> samples, int from, int to) {
    if (from == to) return {samples.begin(), samples.end()};
    constexpr int zeros = 32;
    const double ratio = static_cast<double>(to) / from;
    const double cutoff = std::min(1.0, ratio);  // in units of the source's rate
    const double reach = zeros / cutoff;
    const auto length =
        static_cast<std::size_t>(std::ceil(static_cast<double>(samples.size()) * ratio));
    std::vector<float> made(length);
    for (std::size_t i = 0; i < length; ++i) {
        const double middle = static_cast<double>(i) / ratio;
        const auto first = static_cast<std::ptrdiff_t>(std::ceil(middle - reach));
        const auto last = static_cast<std::ptrdiff_t>(std::floor(middle + reach));
        double sum = 0;
        for (std::ptrdiff_t at = std::max<std::ptrdiff_t>(first, 0);
             at <= std::min(last, std::ssize(samples) - 1); ++at) {
            const double x = static_cast<double>(at) - middle;
            const double angle = std::numbers::pi * cutoff * x;
            const double sinc = angle == 0 ? 1 : std::sin(angle) / angle;
            const double hann = 0.5 + 0.5 * std::cos(std::numbers::pi * x / reach);
            sum += cutoff * sinc * hann * samples[at];
        }
        made[i] = static_cast<float>(sum);
    }
    return made;
}

}  // namespace hw::model
