// SPDX-License-Identifier: MIT
#include "model/files/torch/torch_file.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <utility>

#include "core/localized_text.h"
#include "io/readers/inflater.h"
#include "io/tree/number_format.h"
#include "model/files/torch/checkpoint.h"
#include "model/files/torch/pickle.h"
#include "model/files/torch/zip_members.h"

namespace hw::model {

namespace {

using Kind = PickleValue::Kind;

constexpr std::uint64_t longestPickle = 64 << 20;
constexpr std::uint64_t firstRead = 1 << 20;
constexpr std::string_view oldMagic = "\x80\x02\x8a\nl\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19.";

Result<std::string> textAt(ByteSource& source, std::uint64_t offset, std::uint64_t size,
                           const std::string& name) {
    std::string text(static_cast<std::size_t>(size), '\0');
    auto fine = readRange(source, offset, std::as_writable_bytes(std::span(text)), name);
    return fine ? Result<std::string>(std::move(text)) : std::unexpected(fine.error());
}

Problem wrongChecksum(const std::string& name, const std::string& part) {
    return damagedTorch(name,
                        formatText("The checksum of {} is wrong."_tr, {io::excerpt(part, 80)}));
}

std::string_view textOf(std::span<const std::byte> bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// Checks the checksum of a tensor's storage, which begins at `begin`, unless that was done. `read` has the tensor's
/// bytes, which may be the complete storage. Cost: the storage, once.
Result<void> checkStorage(ByteSource& source, const StoredTensor& tensor, std::uint64_t begin,
                          std::span<const std::byte> read, const std::string& name) {
    const StoragePlace& place = *tensor.storage;
    if (place.check == nullptr || place.check->isDone) return {};
    std::uint32_t crc = 0;
    if (read.size() == place.size) {
        crc = io::crc32Of(0, textOf(read));
    } else {
        std::vector<std::byte> some;
        for (std::uint64_t at = 0; at < place.size; at += some.size()) {
            some.resize(static_cast<std::size_t>(std::min(firstRead, place.size - at)));
            if (auto fine = readRange(source, begin + at, some, name); !fine) return fine;
            crc = io::crc32Of(crc, textOf(some));
        }
    }
    if (crc != place.check->crc) return std::unexpected(wrongChecksum(name, tensor.name));
    place.check->isDone = true;
    return {};
}

Result<std::string> contentText(ByteSource& source, const ZipMember& member,
                                const std::string& name) {
    if (member.size > longestPickle) {
        return std::unexpected(damagedTorch(name, "This file’s pickle is too long."_tr));
    }
    const auto begin = contentOf(source, member.header, member.size, member.end, name);
    if (!begin) return std::unexpected(begin.error());
    auto text = textAt(source, *begin, member.size, name);
    if (text && member.crc != 0 && io::crc32Of(0, *text) != member.crc) {
        return std::unexpected(wrongChecksum(name, member.name));
    }
    return text;
}

Problem otherOrder(const std::string& name) {
    return {Code::notRecognised, name, "This file was written for big-endian machines."_tr,
            "Save it again on another machine, or as safetensors."_tr, std::nullopt};
}

Result<std::vector<StoredTensor>> readZip(ByteSource& source, const std::string& name) {
    const auto members = readZipMembers(source, name);
    if (!members) return std::unexpected(members.error());
    const auto pickle = std::ranges::find_if(*members, [](const ZipMember& member) {
        return member.name.ends_with("/data.pkl") && std::ranges::count(member.name, '/') == 1;
    });
    if (pickle == members->end()) return std::unexpected(noCheckpoint(name));
    const std::string folder = pickle->name.substr(0, pickle->name.find('/') + 1);
    const auto order = std::ranges::find(*members, folder + "byteorder", &ZipMember::name);
    if (order != members->end()) {
        const auto text = contentText(source, *order, name);
        if (!text) return std::unexpected(text.error());
        if (*text != "little") return std::unexpected(otherOrder(name));
    }
    const auto text = contentText(source, *pickle, name);
    if (!text) return std::unexpected(text.error());
    PickleReader reader(*text, name);
    const auto root = reader.next();
    if (!root) return std::unexpected(root.error());
    Checkpoint checkpoint(reader, name);
    const std::string data = folder + "data/";
    for (const ZipMember& member : *members) {
        if (!member.name.starts_with(data)) continue;
        const std::string_view key = std::string_view(member.name).substr(data.size());
        // torch.serialization.set_crc32_options(False) writes 0 for all of them.
        auto check = member.crc == 0
                         ? nullptr
                         : std::make_shared<StorageCheck>(StorageCheck{.crc = member.crc});
        checkpoint.storages[key] = {member.header, member.size, member.end, std::move(check)};
    }
    return checkpoint.read(*root, source.size());
}

/// Collects the bytes of each storage that a tensor of the pickle uses.
void collectOld(const PickleReader& pickle, std::uint32_t count,
                std::map<std::string_view, std::uint64_t>& bytes) {
    for (std::uint32_t i = 0; i < count; ++i) {
        const PickleValue& value = pickle[i];
        if (value.kind != Kind::storage || pickle[value.items[2]].number < 0) continue;
        const StorageType* type = storageType(pickle[value.items[0]].text);
        const auto numbers = static_cast<std::uint64_t>(pickle[value.items[2]].number);
        if (type == nullptr || numbers > (std::uint64_t{1} << 56)) continue;
        bytes[pickle[value.items[1]].text] = numbers * type->bytes;
    }
}

Result<std::vector<StoredTensor>> readOld(ByteSource& source, std::uint64_t length,
                                          const std::string& name) {
    const auto text = textAt(source, 0, std::min(length, source.size()), name);
    if (!text) return std::unexpected(text.error());
    PickleReader reader(*text, name);
    std::uint32_t found[5]{};  // the magic number, the version, the machine, the object, the keys
    for (std::uint32_t& each : found) {
        const auto root = reader.next();
        if (root) {
            each = *root;
        } else if (root.error().code == Code::truncated && text->size() < source.size() &&
                   length < longestPickle) {
            return readOld(source, 4 * length, name);
        } else {
            return std::unexpected(root.error());
        }
    }
    const std::vector<std::uint32_t>& machine = reader[found[2]].items;
    for (std::size_t i = 0; i + 1 < machine.size(); i += 2) {
        if (reader[machine[i]].text == "little_endian" && reader[machine[i + 1]].number == 0) {
            return std::unexpected(otherOrder(name));
        }
    }
    std::map<std::string_view, std::uint64_t> bytes;
    collectOld(reader, found[4], bytes);
    Checkpoint checkpoint(reader, name);
    std::uint64_t at = reader.position();
    for (const std::uint32_t item : reader[found[4]].items) {
        const std::string_view key = reader[item].text;
        const auto size = bytes.find(key);
        if (size == bytes.end() || source.size() - at < 8 ||
            size->second > source.size() - at - 8) {
            return std::unexpected(Problem{Code::truncated, name,
                                           "The file ends before its data."_tr,
                                           "Copy or download the file again."_tr, std::nullopt});
        }
        checkpoint.storages[key] = {at + 8, size->second, 0, nullptr};
        at += 8 + size->second;
    }
    if (at != source.size()) {
        return std::unexpected(
            damagedTorch(name, formatText("{} bytes of the file belong to no tensor."_tr,
                                          {io::grouped(source.size() - at)})));
    }
    return checkpoint.read(found[3], source.size());
}

/// Copies the elements of a tensor with strides, one row after the other.
void gather(const StoredTensor& tensor, const std::byte* from, std::byte* to) {
    const StoragePlace& place = *tensor.storage;
    std::vector<std::int64_t> index(tensor.shape.size(), 0);
    const auto width = static_cast<std::size_t>(place.width);
    for (std::uint64_t done = 0; done < tensor.bytes; done += width) {
        std::uint64_t at = 0;
        for (std::size_t axis = 0; axis < index.size(); ++axis) {
            at += static_cast<std::uint64_t>(index[axis] * place.strides[axis]);
        }
        std::memcpy(to + done, from + at * width, width);
        for (std::size_t axis = index.size(); axis-- > 0;) {
            if (++index[axis] < tensor.shape[axis]) break;
            index[axis] = 0;
        }
    }
}

}  // namespace

Result<std::vector<StoredTensor>> readTorchFile(ByteSource& source, const std::string& name) {
    const auto begin = textAt(source, 0, std::min<std::uint64_t>(source.size(), 512), name);
    if (!begin) return std::unexpected(begin.error());
    if (begin->starts_with("PK\x03\x04")) return readZip(source, name);
    if (begin->starts_with(oldMagic)) return readOld(source, firstRead, name);
    return std::unexpected(
        Problem{Code::notRecognised, name, "This file was not saved with torch.save."_tr,
                "Save the tensors with torch.save(model.state_dict(), \"pytorch_model.bin\")."_tr,
                std::nullopt});
}

Result<Bytes> readTorchTensor(ByteSource& source, const StoredTensor& tensor,
                              const std::string& name) {
    const StoragePlace& place = *tensor.storage;
    std::uint64_t storage = 0;
    if (place.end > 0) {
        const auto content = contentOf(source, place.header, place.size, place.end, name);
        if (!content) return std::unexpected(content.error());
        storage = *content;
    }
    const std::uint64_t begin = storage + tensor.offset;
    if (auto good = checkRange(source, begin, place.span, name); !good)
        return std::unexpected(good.error());
    auto read = Bytes::room(place.span, tensor.name);
    if (!read) return read;
    if (auto fine = readRange(source, begin, read->span(), name); !fine) {
        return std::unexpected(fine.error());
    }
    if (auto fine = checkStorage(source, tensor, storage, read->span(), name); !fine) {
        return std::unexpected(fine.error());
    }
    if (place.strides.empty()) return read;
    auto gathered = Bytes::room(tensor.bytes, tensor.name);
    if (gathered) gather(tensor, read->data(), gathered->data());
    return gathered;
}

}  // namespace hw::model
