// SPDX-License-Identifier: MIT
// Any bytes as deflate and as gzip. It must not crash, and gives the same content for any division into pieces.
#include <string>

#include "fuzz/targets.h"
#include "io/readers/inflater.h"

namespace hw::fuzz {
namespace {

struct Unpacked {
    bool isFine = true;
    bool isDone = false;
    std::uint64_t size = 0;
    std::uint32_t sum = 0;
    bool operator==(const Unpacked&) const = default;
};

/// `piece` is the number of bytes at a time.
Unpacked unpack(io::Inflater::Wrapping wrapping, std::string_view bytes, std::size_t piece) {
    constexpr std::uint64_t most = 4 << 20;  // larger than the output at a time
    io::Inflater inflater(wrapping, 1000);
    Unpacked result;
    const auto take = [&](std::string_view part) -> Result<void> {
        result.size += part.size();
        result.sum = io::crc32Of(result.sum, part);
        if (result.size > most) return std::unexpected(Problem{});
        return {};
    };
    while (!bytes.empty() && !inflater.done()) {
        std::string_view part = bytes.substr(0, piece);
        bytes.remove_prefix(part.size());
        if (!inflater.push(part, take)) return {.isFine = false};
    }
    result.isDone = inflater.done();
    return result;
}

}  // namespace

int unpacked(std::string_view bytes) {
    const std::size_t piece = 1 + hashOf(bytes) % 300;
    for (const auto wrapping : {io::Inflater::Wrapping::raw, io::Inflater::Wrapping::gzip})
        require(unpack(wrapping, bytes, bytes.size()) == unpack(wrapping, bytes, piece));
    return 0;
}

}  // namespace hw::fuzz
