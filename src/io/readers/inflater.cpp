// SPDX-License-Identifier: MIT
#include "io/readers/inflater.h"

#include <zlib.h>

#include <algorithm>

#include "io/tree/number_format.h"

namespace hw::io {

namespace {

constexpr std::size_t bufferSize = 262'144;
constexpr std::uint64_t harmless = 64'000'000;

}  // namespace

struct Inflater::State {
    z_stream stream{};
};

Inflater::Inflater(Wrapping wrapping, std::uint64_t maxExpansion)
    : state_(std::make_unique<State>()), buffer_(bufferSize, '\0'), maxExpansion_(maxExpansion) {
    // 15 is the largest window, + 16 expects a gzip header, and a negative number means no header.
    const int window = wrapping == Wrapping::gzip ? 15 + 16 : -15;
    // The macro inflateInit2 is this call with C casts.
    inflateInit2_(&state_->stream, window, ZLIB_VERSION, static_cast<int>(sizeof(z_stream)));
}

Inflater::~Inflater() { inflateEnd(&state_->stream); }

void Inflater::restart() {
    inflateReset(&state_->stream);
    done_ = false;
}

Result<void> Inflater::push(std::string_view& bytes, const Sink& sink) {
    z_stream& stream = state_->stream;
    while (!done_) {
        const std::size_t part = std::min<std::size_t>(bytes.size(), 1U << 30);
        // zlib does not write to its input. The member is not const for compatibility with C of 1995.
        stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
        stream.avail_in = static_cast<uInt>(part);
        stream.next_out = reinterpret_cast<Bytef*>(buffer_.data());
        stream.avail_out = static_cast<uInt>(buffer_.size());
        const int code = inflate(&stream, Z_NO_FLUSH);
        const std::size_t used = part - stream.avail_in;
        const std::size_t made = buffer_.size() - stream.avail_out;
        packed_ += used;
        unpacked_ += made;
        bytes.remove_prefix(used);
        if (code != Z_OK && code != Z_STREAM_END && code != Z_BUF_ERROR) {
            return std::unexpected(Problem{
                Code::syntax, formatText("byte {} of the compressed data"_tr, {grouped(packed_)}),
                "The compressed data are damaged."_tr, "Copy or download the file again."_tr,
                std::nullopt});
        }
        if (unpacked_ > harmless && unpacked_ / maxExpansion_ > packed_) {
            return std::unexpected(
                Problem{Code::tooLarge, "",
                        formatText("{} unpack to more than {}, too much for attention."_tr,
                                   {bytesText(packed_), bytesText(unpacked_)}),
                        "If that is correct, unpack the file first."_tr, std::nullopt});
        }
        done_ = code == Z_STREAM_END;
        if (made > 0) {
            if (auto fine = sink(std::string_view(buffer_).substr(0, made)); !fine) return fine;
        }
        if (used == 0 && made == 0) break;
    }
    return {};
}

std::uint32_t crc32Of(std::uint32_t crc, std::string_view bytes) {
    return static_cast<std::uint32_t>(crc32_z(crc, reinterpret_cast<const Bytef*>(bytes.data()),
                                              static_cast<z_size_t>(bytes.size())));
}

}  // namespace hw::io
