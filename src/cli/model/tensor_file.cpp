// SPDX-License-Identifier: MIT
#include "cli/model/tensor_file.h"

#include <cstdint>
#include <span>

#include "core/number_text.h"
#include "core/tokens/utf8_text.h"
#include "io/readers/inflater.h"
#include "io/write/json_writer.h"
#include "io/write/npy.h"

namespace hw::cli {
namespace {

template <class Number>
void put(std::string& bytes, Number number) {
    appendBytes(bytes, std::span<const Number>(&number, 1));
}

std::string rawBytes(const std::vector<float>& values) {
    std::string bytes;
    bytes.reserve(values.size() * sizeof(float));
    appendBytes(bytes, std::span<const float>(values));
    return bytes;
}

std::string npy(std::string_view type, const std::vector<int>& shape, std::string_view data) {
    const std::vector<std::uint64_t> sizes(shape.begin(), shape.end());
    return npyHeader(type, sizes).append(data);
}

/// A text as NumPy's UTF-32.
std::string npyText(std::string_view text) {
    std::string data;
    std::size_t letters = 0;
    for (std::size_t at = 0; at < text.size(); ++letters) {
        const char32_t letter = nextCodePoint(text, at);
        put(data, static_cast<std::uint32_t>(letter == invalidCodePoint ? 0xFFFD : letter));
    }
    return npy("<U" + numberText(letters), {}, data);
}

/// A zip archive of stored entries (PKWARE's APPNOTE, 4.3).
class ZipWriter {
public:
    void add(const std::string& name, const std::string& content) {
        const auto start = static_cast<std::uint32_t>(bytes_.size());
        const std::string about = described(name, content);
        put(bytes_, std::uint32_t{0x04034b50});
        bytes_ += about;
        put(bytes_, std::uint16_t{0});
        bytes_ += name + content;
        put(directory_, std::uint32_t{0x02014b50});
        put(directory_, std::uint16_t{20});
        directory_ += about;
        for (int i = 0; i < 4; ++i) put(directory_, std::uint16_t{0});
        put(directory_, std::uint16_t{0});
        put(directory_, std::uint32_t{0});
        put(directory_, start);
        directory_ += name;
        ++count_;
    }
    std::string take() {
        const auto start = static_cast<std::uint32_t>(bytes_.size());
        bytes_ += directory_;
        put(bytes_, std::uint32_t{0x06054b50});
        put(bytes_, std::uint32_t{0});
        put(bytes_, count_);
        put(bytes_, count_);
        put(bytes_, static_cast<std::uint32_t>(directory_.size()));
        put(bytes_, start);
        put(bytes_, std::uint16_t{0});
        return std::move(bytes_);
    }

private:
    /// The fields that both headers of an entry share: version, flags, method, time, date, checksum, sizes, length of
    /// the name.
    static std::string described(const std::string& name, const std::string& content) {
        std::string bytes;
        put(bytes, std::uint16_t{20});
        put(bytes, std::uint16_t{0x0800});  // names are UTF-8
        put(bytes, std::uint16_t{0});
        put(bytes, std::uint16_t{0});
        put(bytes, std::uint16_t{0x21});  // 1 January 1980
        put(bytes, io::crc32Of(0, content));
        put(bytes, static_cast<std::uint32_t>(content.size()));
        put(bytes, static_cast<std::uint32_t>(content.size()));
        put(bytes, static_cast<std::uint16_t>(name.size()));
        return bytes;
    }

    std::string bytes_;
    std::string directory_;
    std::uint16_t count_ = 0;
};

}  // namespace

void TensorFile::add(std::string name, std::vector<int> shape, std::vector<float> values) {
    if (values.empty()) return;
    arrays.push_back({std::move(name), std::move(shape), std::move(values)});
}

std::string TensorFile::safetensors() const {
    JsonWriter json;
    json.beginObject().key("__metadata__").beginObject();
    for (const auto& [name, text] : texts) json.field(name, text);
    json.endObject();
    std::uint64_t at = 0;
    for (const service::NamedArray& array : arrays) {
        const std::uint64_t end = at + array.values.size() * sizeof(float);
        json.key(array.name).beginObject().field("dtype", "F32").array("shape", array.shape);
        json.key("data_offsets").beginArray();
        json.value(static_cast<unsigned long long>(at)).value(static_cast<unsigned long long>(end));
        json.endArray().endObject();
        at = end;
    }
    json.endObject();
    std::string header = json.take();
    header.resize((header.size() + 7) / 8 * 8, ' ');
    std::string bytes;
    put(bytes, static_cast<std::uint64_t>(header.size()));
    bytes += header;
    for (const service::NamedArray& array : arrays) bytes += rawBytes(array.values);
    return bytes;
}

std::string TensorFile::npz() const {
    ZipWriter zip;
    for (const service::NamedArray& array : arrays)
        zip.add(array.name + ".npy", npy("<f4", array.shape, rawBytes(array.values)));
    for (const auto& [name, text] : texts) zip.add(name + ".npy", npyText(text));
    return zip.take();
}

std::vector<float> concatenate(const std::vector<std::vector<float>>& parts) {
    std::vector<float> all;
    for (const auto& part : parts) all.insert(all.end(), part.begin(), part.end());
    return all;
}

}  // namespace hw::cli
