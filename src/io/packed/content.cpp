// SPDX-License-Identifier: MIT
#include "io/packed/content.h"

#include <algorithm>
#include <bit>

#include "io/packed/text64.h"
#include "io/readers/inflater.h"
#include "io/tree/number_format.h"

namespace hw::io {

namespace {

constexpr int ofAttention = 1;
constexpr int ofContributions = 2;
constexpr std::size_t headBytes = 4;
constexpr std::string_view ofHeads = "gradients=heads";
constexpr std::string_view ofProducts = "gradients=products";

std::uint32_t checksum(std::string_view content) { return crc32Of(0, content) & 0xFF'FFFFU; }

/// Writes a content, or reads into it.
class ContentCoder {
public:
    ContentCoder(BitCoder& bits, Content& content, const Limits& limits, std::uint64_t bytes)
        : fields_(bits), content_(content), limits_(limits), bytes_(bytes) {
        // A text takes about two bits per letter, and less if it is predicted exactly.
        fields_.setTextRoom(static_cast<std::size_t>(
            std::min<std::uint64_t>(64 * bytes + 4096, std::uint64_t{1} << 22)));
    }

    Result<void> run() {
        Content& c = content_;
        c.leftOut = fields_.number(c.leftOut, Field::leftOut);
        c.fusion = static_cast<HeadFusion>(
            fields_.number(static_cast<std::uint32_t>(c.fusion), Field::leftOut) %
            std::size(Names<HeadFusion>::list));
        fields_.keep(c.bound, Field::bound);
        if (c.ofContributions) fields_.text(c.contributionKind);
        if (auto fits = shapes(); !fits) return fits;
        texts();
        perToken();
        if (auto fits = announced(); !fits) return fits;
        for (Grid* grid : {&c.self, &c.decoder, &c.cross}) {
            if (!grid->empty()) codeParts(fields_, *grid);
        }
        if (c.gradients != GradientKind::nothing) {
            codeGradients(fields_, c.self, c.selfGradients);
            codeGradients(fields_, c.decoder, c.decoderGradients);
            codeGradients(fields_, c.cross, c.crossGradients);
        }
        if (!fields_.good()) return std::unexpected(damaged());
        return {};
    }

    static Problem damaged() {
        return {Code::syntax, "data", "The link's data are damaged."_tr,
                "Copy the whole link again."_tr, std::nullopt};
    }

private:
    /// The fields after the weights, before which programs that do not know them stop.
    Result<void> announced() {
        Content& c = content_;
        if (!fields_.reads()) {
            if (c.gradients == GradientKind::heads) c.more.emplace_back(ofHeads);
            if (c.gradients == GradientKind::products) c.more.emplace_back(ofProducts);
        }
        fields_.texts(c.more);
        if (!fields_.reads()) return {};
        for (const std::string& each : c.more) {
            if (each == ofHeads) c.gradients = GradientKind::heads;
            if (each == ofProducts) c.gradients = GradientKind::products;
        }
        return c.gradients == GradientKind::nothing ? Result<void>() : checkSize(2 * weights_);
    }

    Result<void> shapes() {
        std::uint64_t& weights = weights_;
        for (Grid* grid : {&content_.self, &content_.decoder, &content_.cross}) {
            if (!fields_.flag(!grid->empty(), Field::flags)) continue;
            codeShape(fields_, *grid);
            if (!fields_.good()) return std::unexpected(damaged());
            constexpr int longest = 1 << 16;
            std::uint64_t size = 1;
            for (const int each : {grid->layers, grid->heads, grid->queries, grid->keys}) {
                if (each < 1 || each > longest) return std::unexpected(damaged());
                size = std::min<std::uint64_t>(size * static_cast<std::uint64_t>(each),
                                               std::uint64_t{1} << 40);
            }
            if (grid->whole < 1 || grid->whole > mostParts) return std::unexpected(damaged());
            if (grid->causal && grid->queries != grid->keys) return std::unexpected(damaged());
            weights += size;
        }
        if (weights == 0) return std::unexpected(damaged());
        if (auto fits = checkSize(weights); !fits) return fits;
        if (!fields_.reads()) return {};
        for (Grid* grid : {&content_.self, &content_.decoder, &content_.cross}) {
            if (grid->empty()) continue;
            const auto matrix = std::size_t{1} * grid->queries * grid->keys;
            grid->parts.resize(std::size_t{1} * grid->layers * grid->heads * matrix);
        }
        return {};
    }

    /// Weights in a link take 8 bytes each while they are read, and 4 afterwards.
    Result<void> checkSize(std::uint64_t weights) const {
        const std::uint64_t needed = 8 * weights;
        if (needed > limits_.memoryBytes)
            return std::unexpected(
                memoryProblem(formatText("This link needs {} of memory (limit {})."_tr,
                                         {bytesText(needed), bytesText(limits_.memoryBytes)}),
                              "data"));
        if (weights <= mostWeights && (bytes_ == 0 || weights <= 4096 + 1024 * bytes_)) return {};
        return std::unexpected(Problem{
            Code::tooLarge, "data",
            weights > mostWeights ? formatText("The link claims {} weights (limit {})."_tr,
                                               {grouped(weights), grouped(mostWeights)})
                                  : formatText("Too many weights ({}) for the link’s {} bytes."_tr,
                                               {grouped(weights), grouped(bytes_)}),
            "Send a file instead."_tr, std::nullopt});
    }

    void texts() {
        Content& c = content_;
        c.numbered = fields_.flag(c.numbered, Field::flags);
        if (!c.numbered) fields_.texts(c.tokens);
        if (!c.cross.empty()) fields_.texts(c.decoderTokens);
        fields_.texts(c.specialTokens);
        for (std::string* text : {&c.title, &c.model, &c.source}) fields_.text(*text);
    }

    void perToken() {
        Content& c = content_;
        const std::size_t tokens = c.self.empty() ? c.cross.keys : c.self.keys;
        fields_.keep(c.outputToken, Field::place);
        steps(c.words, tokens, Field::words);
        steps(c.segments, tokens, Field::segments);
        steps(c.fixedResidual, tokens * c.self.layers, Field::ratio);
        const std::uint32_t scores =
            fields_.number(static_cast<std::uint32_t>(c.scores.size()), Field::scores);
        for (std::uint32_t i = 0; i < scores && fields_.good(); ++i) {
            if (fields_.reads()) {
                if (i == 16) {
                    fields_.fail();
                    break;
                }
                c.scores.emplace_back();
            }
            score(c.scores[i], tokens);
        }
        if (!fields_.flag(c.picture.has_value(), Field::flags)) return;
        picture(c.picture ? *c.picture : c.picture.emplace());
    }

    /// One number per token, or none, as the difference from the one before.
    void steps(std::vector<int>& list, std::size_t size, Field field) {
        if (!fields_.flag(!list.empty(), Field::flags)) return;
        if (fields_.reads()) list.resize(size);
        int before = 0;
        for (int& number : list) {
            // Sums of invalid numbers wrap around.
            const auto step =
                static_cast<std::uint32_t>(number) - static_cast<std::uint32_t>(before);
            const int read = fields_.signedNumber(static_cast<int>(step), field);
            number = before = static_cast<int>(static_cast<std::uint32_t>(before) +
                                               static_cast<std::uint32_t>(read));
        }
    }

    void score(PackedScores& scores, std::size_t tokens) {
        fields_.text(scores.name);
        for (float* number : {&scores.low, &scores.step})
            *number =
                std::bit_cast<float>(fields_.plain(std::bit_cast<std::uint32_t>(*number), 32));
        std::uint32_t most = 0;
        for (const std::uint32_t rank : scores.ranks) most = std::max(most, rank);
        // 24 bits, more than any list of tokens needs to keep its order.
        const std::uint32_t width = std::min(
            fields_.number(static_cast<std::uint32_t>(std::bit_width(most)), Field::scores), 24U);
        if (fields_.reads()) scores.ranks.resize(tokens);
        for (std::uint32_t& rank : scores.ranks) rank = fields_.plain(rank, width);
    }

    void picture(PackedPicture& picture) {
        for (int* number : {&picture.rows, &picture.cols, &picture.firstPatchToken})
            fields_.keep(*number, Field::image);
        fields_.text(picture.mime);
        if (!picture.mime.empty()) {
            const std::uint64_t most = bytes_ == 0 ? picture.bytes.size() : 8 * bytes_;
            fields_.bytes(picture.bytes, static_cast<std::size_t>(most));
            return;
        }
        for (int* number : {&picture.width, &picture.height, &picture.channels, &picture.levels})
            fields_.keep(*number, Field::image);
        const bool fits = picture.width > 0 && picture.width <= 512 && picture.height > 0 &&
                          picture.height <= 512 &&
                          (picture.channels == 1 || picture.channels == 3) && picture.levels >= 2 &&
                          picture.levels <= 256;
        if (!fits) {
            fields_.fail();
            return;
        }
        if (fields_.reads()) {
            const auto points = std::size_t{1} * picture.width * picture.height;
            picture.pixels.resize(points * picture.channels);
        }
        codePixels(fields_, picture.pixels, picture.width, picture.channels, picture.levels);
    }

    FieldCoder fields_;
    Content& content_;
    const Limits& limits_;
    std::uint64_t bytes_;  ///< 0 when writing
    std::uint64_t weights_ = 0;
};

}  // namespace

std::string encode(Content content) {
    BitCoder bits;
    if (auto done = ContentCoder(bits, content, {}, 0).run(); !done) return {};
    const std::string packed = bits.finish();
    const std::uint32_t sum = checksum(packed);
    const int version = content.ofContributions ? ofContributions : ofAttention;
    std::string bytes(1, static_cast<char>(version));
    for (const unsigned shift : {16U, 8U, 0U}) bytes += static_cast<char>(sum >> shift & 0xFFU);
    return bytes + packed;
}

Result<Content> decode(std::string_view bytes, const Limits& limits) {
    const auto at = [&](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
    if (bytes.size() <= headBytes) {
        return std::unexpected(Problem{Code::truncated, "data",
                                       "The link ends before its data begin."_tr,
                                       "Copy the whole link again."_tr, std::nullopt});
    }
    if (at(0) != ofAttention && at(0) != ofContributions) {
        return std::unexpected(Problem{
            Code::notRecognised, "data",
            formatText("Version {} of link data isn’t supported, only 1 and 2."_tr, {at(0)}),
            at(0) > ofContributions && at(0) < 32 ? "Use a newer version of this program."_tr
                                                  : "Copy the whole link again."_tr,
            std::nullopt});
    }
    const std::string_view packed = bytes.substr(headBytes);
    const auto sum = static_cast<std::uint32_t>(at(1) << 16 | at(2) << 8 | at(3));
    if (checksum(packed) != sum) {
        return std::unexpected(
            Problem{Code::truncated, "data", "The link was cut off or changed (wrong checksum)."_tr,
                    "Copy the whole link again, or send a file."_tr, std::nullopt});
    }
    Content content;
    content.ofContributions = at(0) == ofContributions;
    BitCoder bits(packed);
    if (auto done = ContentCoder(bits, content, limits, bytes.size()).run(); !done)
        return std::unexpected(done.error());
    return content;
}

}  // namespace hw::io
