// SPDX-License-Identifier: MIT
// Any bytes as an archive. It must not crash, and must give the same members for any division into pieces.
#include <algorithm>
#include <string>

#include "fuzz/targets.h"
#include "io/readers/tar_stream.h"
#include "io/readers/zip_stream.h"

namespace hw::fuzz {
namespace {

/// Records its input.
struct Notes : io::EntryTaker {
    std::string all;
    Result<void> begin(const std::string& name, std::optional<std::uint64_t> size) override {
        all += "begin " + name + ' ' + std::to_string(size.value_or(0)) + '\n';
        return {};
    }
    Result<void> content(std::string_view bytes) override {
        all += bytes;
        return {};
    }
    Result<void> end() override {
        all += "end\n";
        return {};
    }
};

template <class Stream>
void read(Stream whole, Stream parted, std::string_view bytes) {
    const std::size_t cut = hashOf(bytes) % (bytes.size() + 1);
    Notes one, other;
    const bool isFine = whole.push(bytes, one).has_value();
    const bool isOtherFine =
        parted.push(bytes.substr(0, cut), other) && parted.push(bytes.substr(cut), other);
    // The entries of a damaged archive before its refusal depend on how it is divided.
    if (!isFine || !isOtherFine) return;
    require(one.all == other.all && whole.hasEnded() == parted.hasEnded());
}

/// Inserts each block's checksum, which a fuzzer would never guess.
std::string withSums(std::string bytes) {
    constexpr std::size_t block = 512, place = 148, digits = 8;
    for (std::size_t at = 0; at + block <= bytes.size(); at += block) {
        std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(at + place), digits, ' ');
        unsigned sum = 0;
        for (std::size_t i = at; i < at + block; ++i) sum += static_cast<unsigned char>(bytes[i]);
        char text[digits];
        std::snprintf(text, sizeof text, "%06o", sum);
        bytes.replace(at + place, digits, text, digits);
    }
    return bytes;
}

}  // namespace

int archive(std::string_view bytes) {
    const auto zip = [] { return io::ZipStream(1000, {.method = "", .sizes = ""}); };
    read(zip(), zip(), bytes);
    read(io::TarStream(), io::TarStream(), bytes);
    read(io::TarStream(), io::TarStream(), withSums(std::string(bytes)));
    return 0;
}

}  // namespace hw::fuzz
