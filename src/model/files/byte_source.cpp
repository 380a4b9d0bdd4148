// SPDX-License-Identifier: MIT
#include "model/files/byte_source.h"

#include <algorithm>
#include <limits>
#include <new>
#include <utility>

#include "core/amount.h"
#include "core/localized_text.h"
#include "io/tree/number_format.h"

namespace hw::model {

namespace {

class MemorySource : public ByteSource {
public:
    explicit MemorySource(std::vector<std::byte> bytes) : bytes_(std::move(bytes)) {}

    std::uint64_t size() const override { return bytes_.size(); }

    Result<void> read(std::uint64_t offset, std::span<std::byte> into) override {
        std::copy_n(bytes_.begin() + static_cast<std::ptrdiff_t>(offset), into.size(),
                    into.begin());
        return {};
    }

private:
    std::vector<std::byte> bytes_;
};

}  // namespace

Result<Bytes> Bytes::room(std::uint64_t size, const std::string& name) {
    Bytes bytes;
    if (size <= std::numeric_limits<std::size_t>::max() / 2) {
        bytes.bytes_.reset(new (std::nothrow) std::byte[static_cast<std::size_t>(size)]);
    }
    if (bytes.bytes_ == nullptr) {
        return std::unexpected(
            Problem{Code::tooLarge, name,
                    formatText("This needs {} of memory, more than is available."_tr,
                               {io::bytesText(size)}),
                    "Close other tabs, or use a smaller or quantised model."_tr, std::nullopt});
    }
    bytes.size_ = static_cast<std::size_t>(size);
    return bytes;
}

std::shared_ptr<ByteSource> inMemory(std::vector<std::byte> bytes) {
    return std::make_shared<MemorySource>(std::move(bytes));
}

Result<void> checkRange(const ByteSource& source, std::uint64_t offset, std::uint64_t size,
                        const std::string& name) {
    const std::uint64_t all = source.size();
    if (offset <= all && size <= all - offset) return {};
    return std::unexpected(
        Problem{Code::truncated, name,
                formatText("The file has {}, but byte {} is needed."_tr,
                           {io::bytesText(all), io::grouped((Amount(offset) + size).value())}),
                "Copy or download the file again."_tr, offset});
}

Result<void> readRange(ByteSource& source, std::uint64_t offset, std::span<std::byte> into,
                       const std::string& name) {
    auto good = checkRange(source, offset, into.size(), name);
    return good ? source.read(offset, into) : good;
}

std::string_view baseName(std::string_view name) {
    const std::size_t slash = name.find_last_of("/\\");
    return slash == std::string_view::npos ? name : name.substr(slash + 1);
}

}  // namespace hw::model
