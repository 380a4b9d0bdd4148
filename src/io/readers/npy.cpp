// SPDX-License-Identifier: MIT
#include "io/readers/npy.h"

#include <algorithm>

#include "core/matrix/unnamed_float8.h"
#include "io/json/utf8.h"
#include "io/readers/embedded_json.h"
#include "io/readers/npy_header.h"
#include "io/tree/no_weights.h"
#include "io/tree/number_format.h"

namespace hw::io {

namespace {

constexpr std::size_t longestHeader = 65'536;

// The bytes of an element as an unsigned number.
std::uint64_t bits(const char* p, std::size_t width, bool bigEndian) {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < width; ++i) {
        const std::size_t at = bigEndian ? i : width - 1 - i;
        value = value << 8 | static_cast<unsigned char>(p[at]);
    }
    return value;
}

}  // namespace

Problem NpyStream::problem(Code code, std::string finding, std::string remedy) const {
    return {code, place_, std::move(finding), std::move(remedy), std::nullopt};
}

Result<void> NpyStream::push(std::string_view bytes) {
    if (!inData_) {
        header_ += bytes;
        if (header_.size() < 12) return {};
        if (!std::string_view(header_).starts_with("\x93NUMPY")) {
            return std::unexpected(problem(Code::syntax, "This is not a NumPy array."_tr,
                                           "Save it with numpy.save."_tr));
        }
        const bool wide = header_[6] >= 2;
        const std::size_t start = wide ? 12 : 10;
        const std::uint64_t length = bits(header_.data() + 8, wide ? 4 : 2, false);
        if (length > longestHeader) {
            return std::unexpected(
                problem(Code::syntax,
                        formatText("The array's header claims {} bytes."_tr, {grouped(length)}),
                        "Save it with numpy.save."_tr));
        }
        if (header_.size() < start + length) return {};
        const std::string rest = header_.substr(start + static_cast<std::size_t>(length));
        header_ = header_.substr(start, length);
        if (auto fine = readHeader(); !fine) return fine;
        inData_ = true;
        take(rest);
        return {};
    }
    take(bytes);
    return {};
}

Result<void> NpyStream::readHeader() {
    const Result<NpyHeader> header = readNpyHeader(header_);
    if (!header)
        return std::unexpected(
            problem(header.error().code, header.error().finding, header.error().remedy));
    fortran_ = header->columnsFirst;
    shape_ = header->shape;
    count_ = shape_.count();
    // TensorFlow wrote bfloat16 as a record of one field.
    if (header->isRecord && !(header->types.size() == 2 && readSmallType(header->types[0]))) {
        return std::unexpected(problem(Code::badNumber,
                                       "The array contains records, not numbers."_tr,
                                       "Save one array of numbers."_tr));
    }
    if (!header->isRecord) {
        if (auto fine = readType(header->types[0]); !fine) return fine;
    }
    return checkSize();
}

bool NpyStream::readSmallType(std::string_view name) {
    const std::optional<ElementType> type = smallTypeNamed(name);
    if (!type) return false;
    width_ = type->width;
    elements_ = ElementStream(*type);
    if (type->coding == ElementType::Coding::float8 && type->format == nullptr)
        content_ = Content::unnamed8;
    return true;
}

Result<void> NpyStream::readType(std::string_view descr) {
    bigEndian_ = descr.starts_with('>');
    const char order = descr.empty() ? ' ' : descr[0];
    if (order == '<' || order == '>' || order == '|' || order == '=') descr.remove_prefix(1);
    if (readSmallType(descr)) return {};
    const char kind = descr.empty() ? ' ' : descr[0];
    std::uint64_t width = 0;
    for (const char c : descr.substr(std::min<std::size_t>(1, descr.size()))) {
        if (c >= '0' && c <= '9' && width < 1'000'000)
            width = width * 10 + static_cast<std::uint64_t>(c - '0');
    }
    width_ = static_cast<std::size_t>(width);
    const bool power = width == 1 || width == 2 || width == 4 || width == 8;
    using Coding = ElementType::Coding;
    if (kind == 'f' && power && width > 1) {
        elements_ = ElementStream({Coding::floating, width_, bigEndian_});
    } else if (kind == 'i' && power) {
        elements_ = ElementStream({Coding::signedWhole, width_, bigEndian_});
    } else if ((kind == 'u' || kind == 'b') && power) {
        elements_ = ElementStream({Coding::unsignedWhole, width_, bigEndian_});
    } else if (kind == 'U') {
        content_ = Content::unicode;
        width_ = 4 * static_cast<std::size_t>(width);
    } else if (kind == 'S') {
        content_ = Content::bytes;
    } else if (kind == 'O') {
        content_ = Content::object;
    } else {
        return std::unexpected(
            problem(Code::badNumber,
                    formatText("The array’s type {} isn’t supported."_tr, {excerpt(descr)}),
                    "Convert it with array.astype(\"float32\")."_tr));
    }
    return {};
}

Result<void> NpyStream::checkSize() {
    if (content_ == Content::object) return {};
    const std::uint64_t most = std::uint64_t{1} << 62;
    // Columns first. Read in this order, then copied into rows. The user's choices apply to the result.
    const bool turned = fortran_ && shape_.rank > 1;
    // A text takes memory even if it is empty.
    const std::uint64_t each = isText() ? width_ + sizeof(Tree::Node) + sizeof(Tree::Text)
                                        : std::max<std::uint64_t>(width_, sizeof(float));
    const bool countable = count_ <= most / each;
    std::uint64_t needed = most;
    if (countable && isText()) needed = count_ * each;
    if (countable && !isText()) {
        store_ = ArrayStore(place_, shape_, turned ? OpenOptions{} : options_);
        needed = store_.bytesNeeded() * (turned ? 2 : 1);
    }
    if (needed > memoryBytes_) {
        return std::unexpected(memoryProblem(
            formatText("This array ({}) needs {} of memory (limit {})."_tr,
                       {shapeText(shape_), bytesText(needed), bytesText(memoryBytes_)}),
            place_));
    }
    if (totalBytes_ && count_ * width_ > *totalBytes_) {
        return std::unexpected(
            problem(Code::truncated,
                    formatText("The header claims {} values ({}), more than the file contains."_tr,
                               {grouped(count_), shapeText(shape_)}),
                    "Copy or download the file again."_tr));
    }
    if (totalBytes_ && !isText()) store_.reserve();
    return {};
}

void NpyStream::take(std::string_view bytes) {
    if (content_ == Content::numbers) {
        elements_.push(bytes, count_, store_);
    } else if (content_ != Content::object) {
        const std::uint64_t all = count_ * width_;
        const std::uint64_t room = all - std::min<std::uint64_t>(raw_.size(), all);
        raw_ += bytes.substr(0, std::min<std::uint64_t>(room, bytes.size()));
    }
}

// Fortran order, in which the first index runs fastest. Copies into the usual order.
void NpyStream::reorder() {
    std::vector<float>& values = store_.floats();
    std::vector<float> ordered(values.size());
    std::array<std::size_t, Shape::maxRank> strides{};
    std::size_t stride = 1;
    for (int axis = 0; axis < shape_.rank; ++axis) {
        strides[axis] = stride;
        stride *= shape_[axis];
    }
    std::array<std::uint32_t, Shape::maxRank> index{};
    std::size_t from = 0;
    for (float& value : ordered) {
        value = values[from];
        for (int axis = shape_.rank - 1; axis >= 0; --axis) {
            const std::size_t a = axis;
            from += strides[a];
            if (++index[a] < shape_[axis]) break;
            from -= strides[a] * shape_[axis];
            index[a] = 0;
        }
    }
    values = std::move(ordered);
}

// Called when all bytes are here.
Result<void> NpyStream::chooseFloat8() {
    const std::size_t length = shape_.rank == 0 ? 1 : shape_[shape_.rank - 1];
    const std::size_t stride = fortran_ ? static_cast<std::size_t>(count_) / length : 1;
    const Float8* const format = float8OfAttention(raw_, length, stride);
    if (format == nullptr) {
        return std::unexpected(problem(
            Code::badNumber,
            "The file does not name its 8-bit type, and no known type makes rows sum to 1."_tr,
            "Save the right type, such as numpy.load(\"a.npy\").view(ml_dtypes.float8_e4m3fn).astype(\"float32\")."_tr));
    }
    ElementStream({ElementType::Coding::float8, 1, false, format}).push(raw_, count_, store_);
    raw_ = {};
    content_ = Content::numbers;
    float8_ = format->name;
    return {};
}

Result<NodeId> NpyStream::finish(Tree& tree, NodeId parent, std::string_view key) {
    if (!inData_) {
        return std::unexpected(problem(Code::truncated, "The array ends inside its header."_tr,
                                       "Copy or download the file again."_tr));
    }
    if (content_ == Content::object) {
        const NodeId node = tree.addNode(Kind::null, parent, key);
        tree.nodes[node].truth = true;  // a pickle
        return node;
    }
    const bool raw = isText() || content_ == Content::unnamed8;
    const std::uint64_t found =
        raw ? (width_ == 0 ? count_ : raw_.size() / width_) : store_.count();
    if (found < count_) {
        return std::unexpected(
            problem(Code::truncated,
                    formatText("The header claims {} values ({}), but only {} follow."_tr,
                               {grouped(count_), shapeText(shape_), grouped(found)}),
                    "Copy or download the file again."_tr));
    }
    if (content_ == Content::unnamed8 && count_ > 0) {
        if (auto chosen = chooseFloat8(); !chosen) return std::unexpected(chosen.error());
        tree.guessedTypes.push_back({std::string(key), std::string(float8_)});
    }
    if (!isText()) {
        if (fortran_ && shape_.rank > 1) reorder();
        if (shape_.rank == 0) {
            const NodeId node = tree.addNode(Kind::number, parent, key);
            tree.nodes[node].number = static_cast<double>(store_.floats()[0]);
            return node;
        }
        return store_.moveTo(tree, parent, key);
    }
    if (shape_.rank == 0) return addEmbeddedJson(tree, parent, key, textAt(0, tree), memoryBytes_);
    const NodeId list = tree.addNode(Kind::array, parent, key);
    NodeId row = list;
    const std::uint64_t inner = shape_.rank == 2 ? std::max<std::uint32_t>(shape_[1], 1) : 0;
    for (std::uint64_t i = 0; i < count_; ++i) {
        if (inner > 0 && i % inner == 0) row = tree.addNode(Kind::array, list);
        tree.addStringValue(row, {}, textAt(i, tree));
    }
    return list;
}

// The text of one element, as UTF-8. The tree counts repairs.
std::string NpyStream::textAt(std::uint64_t index, Tree& tree) const {
    std::string text;
    const char* const p = raw_.data() + std::size_t{1} * index * width_;
    if (content_ == Content::unicode) {
        for (std::size_t at = 0; at + 4 <= width_; at += 4) {
            const auto code = static_cast<std::uint32_t>(bits(p + at, 4, bigEndian_));
            if (code == 0) break;
            appendUtf8(text, code < 0x110000 && (code < 0xD800 || code >= 0xE000) ? code : 0xFFFD);
        }
    } else {
        text.assign(p, std::find(p, p + width_, '\0'));
        tree.repairedText += repairUtf8(text);
    }
    return text;
}

namespace {

class NpyReader : public Reader {
public:
    explicit NpyReader(const ReadContext& context)
        : stream_("", context.limits.memoryBytes, context.totalBytes, context.options) {}
    Result<void> push(std::string_view chunk) override { return stream_.push(chunk); }
    Result<Tree> finish() override {
        Tree tree;
        if (auto node = stream_.finish(tree, none, {}); !node) return std::unexpected(node.error());
        if (tree.is(Tree::root, Kind::null)) { return std::unexpected(pickled("")); }
        return tree;
    }

private:
    NpyStream stream_;
};

}  // namespace

std::unique_ptr<Reader> makeNpyReader(const ReadContext& context) {
    return std::make_unique<NpyReader>(context);
}

}  // namespace hw::io
