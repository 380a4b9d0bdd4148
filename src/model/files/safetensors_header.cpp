// SPDX-License-Identifier: MIT
#include "model/files/safetensors_header.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <optional>

#include "core/localized_text.h"
#include "io/json/json_parser.h"
#include "io/tree/number_format.h"
#include "io/tree/tree.h"

namespace hw::model {

namespace {

using io::NodeId;
using io::Tree;

constexpr std::uint64_t longestJson = 100'000'000;  // the limit of the format's own reader

struct SafetensorsType {
    std::string_view name;
    int bits;
    TensorType stored;
};
constexpr SafetensorsType safetensorsTypes[] = {
    {"F32", 32, TensorType::f32},          {"F16", 16, TensorType::f16},
    {"BF16", 16, TensorType::bf16},        {"I8", 8, TensorType::i8},
    {"F64", 64, TensorType::f64},          {"I64", 64, TensorType::other},
    {"U64", 64, TensorType::other},        {"C64", 64, TensorType::other},
    {"I32", 32, TensorType::other},        {"U32", 32, TensorType::other},
    {"I16", 16, TensorType::other},        {"U16", 16, TensorType::other},
    {"U8", 8, TensorType::other},          {"BOOL", 8, TensorType::other},
    {"F8_E4M3", 8, TensorType::other},     {"F8_E5M2", 8, TensorType::other},
    {"F8_E8M0", 8, TensorType::other},     {"F8_E4M3FNUZ", 8, TensorType::other},
    {"F8_E5M2FNUZ", 8, TensorType::other}, {"F6_E2M3", 6, TensorType::other},
    {"F6_E3M2", 6, TensorType::other},     {"F4", 4, TensorType::other},
};

Problem damaged(std::string place, std::string finding) {
    return {Code::syntax, std::move(place), std::move(finding), "Copy or save the file again."_tr,
            std::nullopt};
}

/// Whether the tensor's elements take exactly `bytes`.
bool fits(const StoredTensor& tensor, int bits) {
    std::uint64_t count = 1;
    for (const std::int64_t size : tensor.shape) {
        const auto factor = static_cast<std::uint64_t>(size);
        if (factor != 0 && count > (std::uint64_t{1} << 56) / factor) return false;
        count *= factor;
    }
    const std::uint64_t all = count * static_cast<std::uint64_t>(bits);
    return all % 8 == 0 && all / 8 == tensor.bytes;
}

class SafetensorsParser {
public:
    SafetensorsParser(std::string_view text, std::uint64_t dataBytes, const std::string& file)
        : text_(text), dataBytes_(dataBytes), file_(file) {}

    Result<SafetensorsHeader> read() {
        io::JsonOptions options;
        options.firstByte = 8;
        options.exactNumbers = true;
        options.maxDepth = 8;
        options.totalBytes = text_.size();
        io::JsonParser parser(options);
        auto used = parser.push(text_);
        if (!used) return std::unexpected(inFile(used.error()));
        auto parsed = parser.finish();
        if (!parsed) return std::unexpected(inFile(parsed.error()));
        json_ = std::move(*parsed);
        if (!json_.is(Tree::root, io::Kind::object)) {
            return std::unexpected(damaged(file_, "The header is not a JSON object."_tr));
        }
        if (!json_.duplicates.empty()) {
            return std::unexpected(
                damaged(json_.duplicates[0].place, "This name occurs twice in the header."_tr));
        }
        SafetensorsHeader header;
        for (const NodeId node : json_.children(Tree::root)) {
            auto fine = json_.key(node) == "__metadata__" ? readMetadata(node, header)
                                                          : readTensor(node, header);
            if (!fine) return std::unexpected(fine.error());
        }
        if (auto fine = checkRanges(header); !fine) return std::unexpected(fine.error());
        return header;
    }

private:
    Problem inFile(Problem problem) const {
        if (problem.place.empty()) problem.place = file_;
        return problem;
    }

    /// The digits of a list of sizes; nullopt for anything but a flat list of whole numbers.
    std::optional<std::vector<std::uint64_t>> wholeNumbers(NodeId node) const {
        if (node == io::none || json_.byte(node) < 8) return std::nullopt;
        std::string_view rest = text_.substr(json_.byte(node) - 8);
        if (rest.empty() || rest.front() != '[') return std::nullopt;
        const std::size_t end = rest.find_first_not_of("[0123456789, \t\r\n");
        if (end == std::string_view::npos || rest[end] != ']') return std::nullopt;
        rest = rest.substr(1, end - 1);
        if (rest.find('[') != std::string_view::npos) return std::nullopt;
        std::vector<std::uint64_t> numbers;
        for (std::size_t at = 0; (at = rest.find_first_of("0123456789", at)) < rest.size();) {
            std::uint64_t number = 0;
            for (; at < rest.size() && rest[at] >= '0' && rest[at] <= '9'; ++at) {
                if (number > std::uint64_t{1} << 58) return std::nullopt;
                number = 10 * number + static_cast<std::uint64_t>(rest[at] - '0');
            }
            numbers.push_back(number);
        }
        return numbers;
    }

    Result<void> readTensor(NodeId node, SafetensorsHeader& header) const {
        StoredTensor tensor;
        tensor.name = std::string(json_.key(node));
        const auto shape = wholeNumbers(json_.find(node, "shape"));
        const auto ends = wholeNumbers(json_.find(node, "data_offsets"));
        const NodeId typeNode = json_.find(node, "dtype");
        if (!shape || !ends || ends->size() != 2 || !json_.is(typeNode, io::Kind::string)) {
            return std::unexpected(
                damaged(tensor.name, "This tensor’s type, shape or position is missing."_tr));
        }
        tensor.typeName = std::string(json_.string(typeNode));
        const auto type =
            std::ranges::find(safetensorsTypes, tensor.typeName, &SafetensorsType::name);
        if (type == std::end(safetensorsTypes)) {
            return std::unexpected(Problem{
                Code::badNumber, tensor.name,
                formatText("The number type {} is unknown."_tr, {io::excerpt(tensor.typeName)}),
                "Convert them with tensor.float()."_tr, std::nullopt});
        }
        tensor.type = type->stored;
        tensor.shape.assign(shape->begin(), shape->end());
        tensor.offset = (*ends)[0];
        const bool ordered = (*ends)[1] >= (*ends)[0];
        tensor.bytes = ordered ? (*ends)[1] - (*ends)[0] : 0;
        if (!ordered || !fits(tensor, type->bits)) {
            return std::unexpected(damaged(
                tensor.name, formatText("This tensor’s shape ({}) does not fit its bytes."_tr,
                                        {shapeText(tensor.shape)})));
        }
        header.tensors.push_back(std::move(tensor));
        return {};
    }

    Result<void> readMetadata(NodeId node, SafetensorsHeader& header) const {
        if (json_.is(node, io::Kind::null)) return {};
        if (!json_.is(node, io::Kind::object)) {
            return std::unexpected(
                damaged("__metadata__", "This is not a list of names and strings."_tr));
        }
        for (const NodeId entry : json_.children(node)) {
            if (!json_.is(entry, io::Kind::string)) {
                return std::unexpected(
                    damaged("__metadata__", "This is not a list of names and strings."_tr));
            }
            header.metadata.emplace_back(json_.key(entry), json_.string(entry));
        }
        return {};
    }

    /// Checks that there is no gap, no overlap, and no rest. Then changes offsets to count from the file's first byte.
    Result<void> checkRanges(SafetensorsHeader& header) const {
        std::ranges::stable_sort(header.tensors, [](const auto& a, const auto& b) {
            return a.offset != b.offset ? a.offset < b.offset : a.bytes < b.bytes;
        });
        std::uint64_t at = 0;
        for (StoredTensor& tensor : header.tensors) {
            if (tensor.offset != at) {
                return std::unexpected(damaged(
                    tensor.name,
                    formatText("This tensor begins at byte {}, but the one before ends at {}."_tr,
                               {io::grouped(tensor.offset), io::grouped(at)})));
            }
            at += tensor.bytes;
            tensor.offset += 8 + text_.size();
        }
        if (at > dataBytes_) {
            return std::unexpected(
                Problem{Code::truncated, file_,
                        formatText("Expected {} of data, but found {}."_tr,
                                   {io::bytesText(at), io::bytesText(dataBytes_)}),
                        "Copy or download the file again."_tr, std::nullopt});
        }
        if (at < dataBytes_) {
            return std::unexpected(
                damaged(file_, formatText("{} bytes of the file belong to no tensor."_tr,
                                          {io::grouped(dataBytes_ - at)})));
        }
        return {};
    }

    std::string_view text_;
    std::uint64_t dataBytes_;
    const std::string& file_;
    Tree json_;
};

}  // namespace

Result<SafetensorsHeader> readSafetensorsHeader(ByteSource& source, const std::string& name) {
    std::uint64_t length = 0;
    if (auto fine = readRange(source, 0, std::as_writable_bytes(std::span(&length, 1)), name);
        !fine) {
        return std::unexpected(fine.error());
    }
    if (length > longestJson) {
        return std::unexpected(
            damaged(name, formatText("The header claims {} bytes."_tr, {io::grouped(length)})));
    }
    if (length > source.size() - 8) {
        return std::unexpected(Problem{Code::truncated, name, "The file ends inside its header."_tr,
                                       "Copy or download the file again."_tr, std::nullopt});
    }
    std::string text(static_cast<std::size_t>(length), '\0');
    if (auto fine = source.read(8, std::as_writable_bytes(std::span(text))); !fine) {
        return std::unexpected(fine.error());
    }
    if (text.empty() || text.front() != '{') {
        return std::unexpected(damaged(name, "The header is not a JSON object."_tr));
    }
    return SafetensorsParser(text, source.size() - 8 - length, name).read();
}

}  // namespace hw::model
