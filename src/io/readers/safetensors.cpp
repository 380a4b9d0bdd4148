// SPDX-License-Identifier: MIT
// safetensors has eight bytes with the length of a JSON header, the header, then the tensors' bytes.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <optional>
#include <string>

#include "io/json/json_parser.h"
#include "io/readers/array_store.h"
#include "io/readers/elements.h"
#include "io/readers/embedded_json.h"
#include "io/readers/reader.h"
#include "io/tree/key_meaning.h"
#include "io/tree/number_format.h"

namespace hw::io {

namespace {

constexpr std::uint64_t longestJson = 100'000'000;  // the limit of the format's own library

struct Tensor {
    std::string name;
    Shape shape;
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    bool kept = true;
    ElementStream elements;
    ArrayStore store;
};

Problem damaged(std::string place, std::string finding) {
    return {Code::syntax, std::move(place), std::move(finding), "Copy or save the file again."_tr,
            std::nullopt};
}

Problem misfit(const Tensor& tensor) {
    return damaged(tensor.name, formatText("This tensor’s shape ({}) does not fit its bytes."_tr,
                                           {shapeText(tensor.shape)}));
}

bool readShape(const std::vector<double>& sizes, Shape& shape) {
    for (const double size : sizes) {
        if (shape.rank == Shape::maxRank || !(size >= 0) || size > 2e9) return false;
        shape.sizes[shape.rank++] = static_cast<std::uint32_t>(size);
    }
    return true;
}

// The types of the format that become float32. Its fractions of 6 bits and fewer are not among them.
std::optional<ElementType> elementType(std::string_view name) {
    using Coding = ElementType::Coding;
    struct Entry {
        std::string_view name;
        ElementType type;
    };
    static constexpr Entry entries[] = {
        {"F64", {Coding::floating, 8}},      {"F32", {Coding::floating, 4}},
        {"F16", {Coding::floating, 2}},      {"BF16", {Coding::bfloat, 2}},
        {"I64", {Coding::signedWhole, 8}},   {"I32", {Coding::signedWhole, 4}},
        {"I16", {Coding::signedWhole, 2}},   {"I8", {Coding::signedWhole, 1}},
        {"U64", {Coding::unsignedWhole, 8}}, {"U32", {Coding::unsignedWhole, 4}},
        {"U16", {Coding::unsignedWhole, 2}}, {"U8", {Coding::unsignedWhole, 1}},
        {"BOOL", {Coding::unsignedWhole, 1}}};
    static constexpr std::pair<std::string_view, std::string_view> small[] = {
        {"F8_E4M3", "float8_e4m3fn"},
        {"F8_E5M2", "float8_e5m2"},
        {"F8_E4M3FNUZ", "float8_e4m3fnuz"},
        {"F8_E5M2FNUZ", "float8_e5m2fnuz"}};
    for (const auto& [written, format] : small) {
        if (written == name) return ElementType{Coding::float8, 1, false, float8Named(format)};
    }
    for (const Entry& entry : entries) {
        if (entry.name == name) return entry.type;
    }
    return std::nullopt;
}

std::uint64_t whole(double value) {
    return value >= 0 && value <= 9e15 && value == std::floor(value)
               ? static_cast<std::uint64_t>(value)
               : ~std::uint64_t{0};
}

class SafetensorsReader : public Reader {
public:
    explicit SafetensorsReader(const ReadContext& context) : context_(context) {}

    Result<void> push(std::string_view chunk) override {
        if (!headerDone_) {
            header_ += chunk;
            if (header_.size() < 8) return {};
            std::uint64_t length = 0;
            std::memcpy(&length, header_.data(), 8);
            const bool beyond = context_.totalBytes && length > *context_.totalBytes;
            if (length > longestJson || beyond) {
                return std::unexpected(damaged(
                    byteText(0), formatText("The header claims {} bytes."_tr, {grouped(length)})));
            }
            if (header_.size() < 8 + length) return {};
            const std::string data = header_.substr(8 + static_cast<std::size_t>(length));
            header_ = header_.substr(8, length);
            padding_ = header_.size() - (header_.find_last_not_of('\0') + 1);
            header_.resize(header_.size() - padding_);
            if (auto fine = readHeader(); !fine) return fine;
            headerDone_ = true;
            return take(data);
        }
        return take(chunk);
    }

    Result<Tree> finish() override {
        if (!headerDone_ || current_ < tensors_.size()) {
            return std::unexpected(
                Problem{Code::truncated, current_ < tensors_.size() ? tensors_[current_].name : "",
                        headerDone_ ? incomplete() : "The file ends inside its header."_tr,
                        "Copy or download the file again."_tr, std::nullopt});
        }
        Tree tree;
        const NodeId root = tree.addNode(Kind::object, none);
        for (Tensor& tensor : tensors_) {
            if (tensor.kept) tensor.store.moveTo(tree, root, tensor.name);
        }
        addMetadata(tree, root);
        if (padding_ > 0) {
            tree.notes.push_back(
                {Code::syntax, byteText(8),
                 count(
                     padding_,
                     "{} zero byte pads the header instead of spaces.|{} zero bytes pad the header instead of spaces."_tr),
                 "For other programs, write it again with safetensors’ save_file."_tr,
                 std::nullopt});
        }
        return tree;
    }

private:
    std::string incomplete() const {
        return sayCount(
            formNumber(tensors_.size()),
            "The file ends too early ({} of {} tensor incomplete).|The file ends too early ({} of {} tensors incomplete)."_tr,
            {grouped(tensors_.size() - current_), grouped(tensors_.size())});
    }

    Result<void> readHeader() {
        JsonOptions options;
        options.memoryBytes = context_.limits.memoryBytes;
        options.firstByte = 8;
        options.exactNumbers = true;
        JsonParser parser(options);
        if (auto used = parser.push(header_); !used) return std::unexpected(used.error());
        auto parsed = parser.finish();
        if (!parsed) return std::unexpected(parsed.error());
        json_ = std::move(*parsed);
        header_.clear();
        std::uint64_t kept = 0;
        for (const NodeId node : json_.children(Tree::root)) {
            if (json_.key(node) == "__metadata__") continue;
            auto tensor = readTensor(node);
            if (!tensor) return std::unexpected(tensor.error());
            if (tensor->kept) {
                tensor->store = ArrayStore(tensor->name, tensor->shape, context_.options);
                kept += tensor->store.bytesNeeded();
            }
            tensors_.push_back(std::move(*tensor));
        }
        std::stable_sort(tensors_.begin(), tensors_.end(), [](const Tensor& a, const Tensor& b) {
            return a.begin != b.begin ? a.begin < b.begin : a.end < b.end;
        });
        std::uint64_t at = 0;
        for (const Tensor& tensor : tensors_) {
            if (tensor.begin != at) {
                return std::unexpected(damaged(
                    tensor.name,
                    formatText("This tensor begins at byte {}, but the one before ends at {}."_tr,
                               {grouped(tensor.begin), grouped(at)})));
            }
            at = tensor.end;
        }
        if (kept > context_.limits.memoryBytes) {
            return std::unexpected(memoryProblem(
                formatText("This file needs {} of memory (limit {})."_tr,
                           {bytesText(kept), bytesText(context_.limits.memoryBytes)})));
        }
        return {};
    }

    Result<Tensor> readTensor(NodeId node) const {
        Tensor tensor;
        tensor.name = std::string(json_.key(node));
        const NodeId shape = json_.find(node, "shape");
        const NodeId offsets = json_.find(node, "data_offsets");
        const bool scalar = json_.is(shape, Kind::array) && json_.size(shape) == 0;
        if ((!json_.is(shape, Kind::numbers) && !scalar) || !json_.is(offsets, Kind::numbers) ||
            json_.nodes[offsets].count != 2 || json_.exactValues.size() < 2) {
            return std::unexpected(
                damaged(tensor.name, "This tensor’s shape or position is missing."_tr));
        }
        const std::vector<double> ends = json_.doubles(offsets);
        tensor.begin = whole(ends[0]);
        tensor.end = whole(ends[1]);
        if (!scalar && !readShape(json_.doubles(shape), tensor.shape)) {
            return std::unexpected(damaged(tensor.name, "This tensor’s shape is impossible."_tr));
        }
        if (tensor.end < tensor.begin) return std::unexpected(misfit(tensor));
        const std::string_view typeName = json_.string(json_.find(node, "dtype"));
        const std::optional<ElementType> type = elementType(typeName);
        tensor.kept = type.has_value() && !scalar;
        if (!type && !isWeights(tensor.name)) return tensor;
        if (!type) {
            return std::unexpected(
                Problem{Code::badNumber, tensor.name,
                        formatText("Numbers of type {} aren’t supported."_tr, {excerpt(typeName)}),
                        "Convert them with tensor.float()."_tr, std::nullopt});
        }
        tensor.elements = ElementStream(*type);
        const std::uint64_t count = tensor.shape.count();
        if (count > (std::uint64_t{1} << 56) || tensor.end - tensor.begin != count * type->width) {
            return std::unexpected(misfit(tensor));
        }
        return tensor;
    }

    Result<void> take(std::string_view bytes) {
        while (current_ < tensors_.size()) {
            Tensor& tensor = tensors_[current_];
            const std::uint64_t left = tensor.end - at_;
            const std::size_t part = std::min<std::uint64_t>(left, bytes.size());
            if (tensor.kept) {
                if (tensor.store.count() == 0 && context_.totalBytes &&
                    *context_.totalBytes >= tensor.end) {
                    tensor.store.reserve();
                }
                tensor.elements.push(bytes.substr(0, part), tensor.shape.count(), tensor.store);
            }
            bytes.remove_prefix(part);
            at_ += part;
            if (at_ < tensor.end) return {};
            ++current_;
        }
        return {};
    }

    // Tokens, scores, a picture, as texts in __metadata__. Lists and objects are written as JSON inside them.
    void addMetadata(Tree& tree, NodeId root) const {
        const NodeId metadata = json_.find(Tree::root, "__metadata__");
        if (!json_.is(metadata, Kind::object)) return;
        for (const NodeId entry : json_.children(metadata)) {
            addEmbeddedJson(tree, root, json_.key(entry), json_.string(entry),
                            context_.limits.memoryBytes);
        }
    }

    ReadContext context_;
    std::string header_;
    bool headerDone_ = false;
    std::size_t padding_ = 0;  ///< zero bytes at the header's end
    Tree json_;
    std::vector<Tensor> tensors_;
    std::size_t current_ = 0;
    std::uint64_t at_ = 0;
};

}  // namespace

std::unique_ptr<Reader> makeSafetensorsReader(const ReadContext& context) {
    return std::make_unique<SafetensorsReader>(context);
}

}  // namespace hw::io
