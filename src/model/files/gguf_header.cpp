// SPDX-License-Identifier: MIT
#include "model/files/gguf_header.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <set>

#include "core/localized_text.h"
#include "io/tree/number_format.h"
#include "model/files/gguf_types.h"
#include "model/files/gguf_values.h"
#include "model/files/header_bytes.h"

namespace hw::model {

namespace {

constexpr std::uint32_t letters = 0x4655'4747;  // "GGUF"
constexpr std::uint64_t longestName = 65'535;   // from the format's documentation
constexpr std::uint64_t longestHeader = 1 << 30;
constexpr std::uint32_t mostDimensions = 4;
// Published files have about 60 entries and 20,000 tensors. Each takes ten times its bytes in memory.
constexpr std::uint64_t mostEntries = 1 << 16;
constexpr std::uint64_t mostTensors = 1 << 18;
constexpr std::uint64_t smallestEntry =
    13;  // bytes of a key with its value: two lengths, a type, a byte
constexpr std::uint64_t smallestTensor = 24;  // bytes of a tensor's description

class GgufParser {
public:
    GgufParser(ByteSource& source, const std::string& name) : bytes_(source, name) {}

    Result<GgufHeader> read() {
        readCounts();
        readEntries();
        for (std::uint64_t i = 0; i < tensors_ && !bytes_.failed(); ++i) readTensor();
        if (!bytes_.failed()) placeTensors();
        if (bytes_.failed()) return std::unexpected(bytes_.problem());
        return std::move(header_);
    }

private:
    void readCounts() {
        if (bytes_.number<std::uint32_t>() != letters) {
            return bytes_.damaged("This is not a GGUF file."_tr);
        }
        const auto version = bytes_.number<std::uint32_t>();
        if (version < 2 || version > 3) {
            const bool turned = version > 3 && std::byteswap(version) <= 3;
            return bytes_.fail(
                Code::notRecognised,
                turned ? std::string("This GGUF file was written for big-endian machines."_tr)
                       : formatText("GGUF version {} isn’t supported, only 2 and 3."_tr, {version}),
                "Convert the model again with llama.cpp's convert_hf_to_gguf.py."_tr);
        }
        tensors_ = bytes_.number<std::uint64_t>();
        entries_ = bytes_.number<std::uint64_t>();
        if (bytes_.failed()) return;
        if (tensors_ > bytes_.left() / smallestTensor || entries_ > bytes_.left() / smallestEntry) {
            bytes_.damaged(formatText("The file is too short for {} tensors and {} entries."_tr,
                                      {io::grouped(tensors_), io::grouped(entries_)}));
        } else if (tensors_ > mostTensors || entries_ > mostEntries) {
            bytes_.fail(
                Code::tooLarge,
                formatText("The header has {} tensors and {} entries (limits {} and {})."_tr,
                           {io::grouped(tensors_), io::grouped(entries_), io::grouped(mostTensors),
                            io::grouped(mostEntries)}),
                "Is it the right file?"_tr);
        }
    }

    void readEntries() {
        std::set<std::string, std::less<>> known;
        for (std::uint64_t i = 0; i < entries_ && !bytes_.failed(); ++i) {
            std::string key = bytes_.text(longestName);
            MetaValue value = readMetaValue(bytes_);
            if (bytes_.position() > longestHeader) return tooLong();
            if (!known.insert(key).second) return twice(key);
            header_.metadata.entries.emplace_back(std::move(key), std::move(value));
        }
    }

    void tooLong() {
        bytes_.fail(Code::tooLarge,
                    formatText("The header is longer than {}."_tr, {io::bytesText(longestHeader)}),
                    "Is it the right file?"_tr);
    }

    void twice(const std::string& name) {
        bytes_.damaged(
            formatText("The name {} occurs twice in the header."_tr, {io::excerpt(name)}));
    }

    void readTensor() {
        StoredTensor tensor;
        tensor.name = bytes_.text(longestName);
        const auto dimensions = bytes_.number<std::uint32_t>();
        if (bytes_.failed()) return;
        if (dimensions > mostDimensions) return misfit(tensor);
        for (std::uint32_t i = 0; i < dimensions; ++i) {
            const auto size = bytes_.number<std::uint64_t>();
            if (size > std::numeric_limits<std::int32_t>::max()) return misfit(tensor);
            tensor.shape.insert(tensor.shape.begin(), static_cast<std::int64_t>(size));
        }
        const auto number = bytes_.number<std::uint32_t>();
        tensor.offset = bytes_.number<std::uint64_t>();
        if (bytes_.failed() || !sizeTensor(tensor, number)) return;
        if (!names_.insert(tensor.name).second) return twice(tensor.name);
        header_.tensors.push_back(std::move(tensor));
    }

    void misfit(const StoredTensor& tensor) {
        bytes_.damaged(
            formatText("The tensor {} has an impossible shape."_tr, {io::excerpt(tensor.name)}));
    }

    /// Sets its type and its number of bytes; false after an error.
    bool sizeTensor(StoredTensor& tensor, std::uint32_t number) {
        const auto type = std::ranges::find(ggufTypes, number, &GgufType::number);
        if (type == std::end(ggufTypes)) {
            bytes_.damaged(formatText("The tensor {} has the unknown type {}."_tr,
                                      {io::excerpt(tensor.name), number}));
            return false;
        }
        tensor.type = type->stored;
        tensor.typeName = type->name;
        const bool kept = type->stored == TensorType::other;
        if (kept && type->bytes == 0) {
            bytes_.fail(Code::badNumber,
                        formatText("The tensor {} is stored as {}, which isn’t supported."_tr,
                                   {io::excerpt(tensor.name), tensor.typeName}),
                        "Use another quantisation, such as Q8_0 or Q4_K_M."_tr);
            return false;
        }
        auto count = tensorBytes(type->stored, tensor.shape);
        if (count && kept && *count > std::numeric_limits<std::uint64_t>::max() / 16) count = {};
        if (!count) {
            misfit(tensor);
            return false;
        }
        tensor.bytes = *count * static_cast<std::uint64_t>(kept ? type->bytes : 1);
        return true;
    }

    std::uint64_t alignment() {
        constexpr double most = 1 << 30;
        const MetaValue* value = header_.metadata.find("general.alignment");
        if (value == nullptr) return 32;
        const auto number = value->number >= 1 && value->number <= most
                                ? static_cast<std::uint64_t>(value->number)
                                : 0;
        if (value->kind != MetaValue::Kind::number || !std::has_single_bit(number)) {
            bytes_.damaged("general.alignment is not a power of two."_tr);
            return 32;
        }
        return number;
    }

    /// Changes offsets to count from the file's first byte, and checks that no tensor exceeds the file or overlaps
    /// another.
    void placeTensors() {
        const std::uint64_t step = alignment();
        const std::uint64_t headerEnd = bytes_.position();
        const std::uint64_t size = headerEnd + bytes_.left();
        const std::uint64_t data = (headerEnd + step - 1) / step * step;
        for (StoredTensor& tensor : header_.tensors) {
            if (tensor.offset % step != 0) {
                return bytes_.damaged(
                    formatText("The tensor {} does not begin at a multiple of {}."_tr,
                               {io::excerpt(tensor.name), step}));
            }
            const bool within = data <= size && tensor.offset <= size - data &&
                                tensor.bytes <= size - data - tensor.offset;
            if (!within && tensor.bytes > 0) return truncated(tensor);
            tensor.offset += data;
        }
        std::vector<const StoredTensor*> inOrder;
        for (const StoredTensor& tensor : header_.tensors) {
            if (tensor.bytes > 0) inOrder.push_back(&tensor);
        }
        std::ranges::sort(inOrder, {}, &StoredTensor::offset);
        for (std::size_t i = 1; i < inOrder.size(); ++i) {
            const StoredTensor& before = *inOrder[i - 1];
            if (inOrder[i]->offset - before.offset >= before.bytes) continue;
            return bytes_.damaged(
                formatText("The tensors {} and {} overlap."_tr,
                           {io::excerpt(before.name), io::excerpt(inOrder[i]->name)}));
        }
    }

    void truncated(const StoredTensor& tensor) {
        bytes_.fail(
            Code::truncated,
            formatText("The file ends inside the tensor {}."_tr, {io::excerpt(tensor.name)}),
            "Copy or download the file again."_tr);
    }

    HeaderBytes bytes_;
    std::uint64_t tensors_ = 0;
    std::uint64_t entries_ = 0;
    std::set<std::string, std::less<>> names_;
    GgufHeader header_;
};

}  // namespace

bool looksLikeGguf(ByteSource& source) {
    std::uint32_t begin = 0;
    return source.size() >= sizeof begin &&
           source.read(0, std::as_writable_bytes(std::span(&begin, 1))) && begin == letters;
}

Result<GgufHeader> readGgufHeader(ByteSource& source, const std::string& name) {
    return GgufParser(source, name).read();
}

}  // namespace hw::model
