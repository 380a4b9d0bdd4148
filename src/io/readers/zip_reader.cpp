// SPDX-License-Identifier: MIT
// .npz, a zip archive of .npy arrays, read from front to back, so that only the arrays are in memory.
#include <algorithm>
#include <string>

#include "io/foreign/foreign.h"
#include "io/readers/npy.h"
#include "io/readers/reader.h"
#include "io/readers/zip_stream.h"
#include "io/tree/number_format.h"

namespace hw::io {

namespace {

class ZipReader : public Reader, private EntryTaker {
public:
    explicit ZipReader(const ReadContext& context)
        : context_(context),
          zip_(context.limits.maxExpansion,
               {.method = "Save with numpy.savez or numpy.savez_compressed."_tr,
                .sizes = "Save it to a file with numpy.savez."_tr}) {
        tree_.addNode(Kind::object, none);
    }

    Result<void> push(std::string_view chunk) override {
        auto taken = zip_.push(chunk, *this);
        if (taken || arrays_ > 0) return taken;
        // The name of an entry that cannot be read from front to back may show the kind of the archive.
        if (auto known = foreignEntry(zip_.name())) return std::unexpected(std::move(*known));
        return taken;
    }

    Result<Tree> finish() override {
        if (!zip_.hasEnded()) {
            return std::unexpected(Problem{Code::truncated, zip_.name(),
                                           "The archive ends before its table of contents."_tr,
                                           "Copy or download the file again."_tr, std::nullopt});
        }
        if (arrays_ == 0) {
            return std::unexpected(
                Problem{Code::notRecognised, "", "The archive contains no NumPy arrays."_tr,
                        "Unpack it and open the file with the attention."_tr, std::nullopt});
        }
        return std::move(tree_);
    }

private:
    Result<void> begin(const std::string& name, std::optional<std::uint64_t> size) override {
        if (auto known = foreignEntry(name); known && arrays_ == 0)
            return std::unexpected(std::move(*known));
        array_.reset();
        if (!name.ends_with(".npy")) return {};
        const std::uint64_t allowed =
            context_.limits.memoryBytes - std::min(context_.limits.memoryBytes, used_);
        key_ = name.substr(0, name.size() - 4);
        array_.emplace(key_, allowed, size, context_.options);
        return {};
    }

    Result<void> content(std::string_view bytes) override {
        return array_ ? array_->push(bytes) : Result<void>{};
    }

    Result<void> end() override {
        if (!array_) return {};
        ++arrays_;
        auto node = array_->finish(tree_, Tree::root, key_);
        if (!node) return std::unexpected(node.error());
        if (tree_.is(*node, Kind::numbers)) {
            const Slice& slice = tree_.block(*node).slice;
            used_ +=
                slice.count * (tree_.isHalf(slice.pool) ? sizeof(std::uint16_t) : sizeof(float));
        }
        array_.reset();
        return {};
    }

    ReadContext context_;
    Tree tree_;
    ZipStream zip_;
    std::string key_;
    std::optional<NpyStream> array_;
    std::uint64_t used_ = 0;
    int arrays_ = 0;
};

}  // namespace

std::unique_ptr<Reader> makeZipReader(const ReadContext& context) {
    return std::make_unique<ZipReader>(context);
}

}  // namespace hw::io
