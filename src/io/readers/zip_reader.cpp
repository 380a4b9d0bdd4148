// SPDX-License-Identifier: MIT
// .npz: a zip archive of .npy arrays, read from front to back, so that nothing but the arrays is held.
// Layout: PKWARE's application note, section 4.3.
#include <algorithm>
#include <string>

#include "io/readers/inflater.h"
#include "io/readers/npy.h"
#include "io/readers/reader.h"
#include "io/tree/words.h"

namespace hw::io {

namespace {

constexpr std::uint32_t localSignature = 0x04034B50;
constexpr std::uint32_t centralSignature = 0x02014B50;
constexpr std::uint32_t emptySignature = 0x06054B50;
constexpr std::size_t localSize = 30;

std::uint64_t number(std::string_view bytes, std::size_t at, std::size_t width) {
    std::uint64_t value = 0;
    for (std::size_t i = width; i-- > 0;)
        value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
    return value;
}

class ZipReader : public Reader {
public:
    explicit ZipReader(const ReadContext& context) : context_(context) {
        tree_.addNode(Kind::object, none);
    }

    Result<void> push(std::string_view chunk) override {
        while (!chunk.empty() && state_ != State::ended) {
            switch (state_) {
                case State::header:
                    if (auto fine = header(chunk); !fine) return fine;
                    break;
                case State::data:
                    if (auto fine = data(chunk); !fine) return fine;
                    break;
                case State::descriptor:
                    if (auto fine = descriptor(chunk); !fine) return fine;
                    break;
                case State::ended: break;
            }
        }
        return {};
    }

    Result<Tree> finish() override {
        if (state_ != State::ended) {
            return std::unexpected(
                Problem{Code::truncated, name_,
                        "The archive ends too early; its table of contents is missing.",
                        "It was cut off: copy or download it again.", std::nullopt});
        }
        if (pickle_) {
            return std::unexpected(
                Problem{Code::notRecognised, "",
                        "This is a PyTorch file; its Python pickle could run any program, so it "
                        "is not read.",
                        "Save with safetensors, numpy.savez or json.dump.", std::nullopt});
        }
        if (arrays_ == 0) {
            return std::unexpected(
                Problem{Code::notRecognised, "", "The archive holds no NumPy arrays.",
                        "Unpack it and open the file with the attention.", std::nullopt});
        }
        return std::move(tree_);
    }

private:
    enum class State { header, data, descriptor, ended };

    Problem damaged(std::string finding) const {
        return {Code::syntax, name_, std::move(finding),
                "The archive is damaged: copy or save it again.", std::nullopt};
    }

    Result<void> header(std::string_view& chunk) {
        std::size_t wanted = pending_.size() < 4 ? 4 : localSize;
        if (pending_.size() >= localSize) {
            wanted = localSize +
                     static_cast<std::size_t>(number(pending_, 26, 2) + number(pending_, 28, 2));
        }
        const std::size_t part = std::min(chunk.size(), wanted - pending_.size());
        pending_ += chunk.substr(0, part);
        chunk.remove_prefix(part);
        if (pending_.size() < wanted) return {};
        const auto signature = static_cast<std::uint32_t>(number(pending_, 0, 4));
        if (signature == centralSignature || signature == emptySignature) {
            state_ = State::ended;
            return {};
        }
        if (signature != localSignature)
            return std::unexpected(damaged("The archive's structure is broken here."));
        if (wanted < localSize) return {};
        const std::size_t whole =
            localSize + static_cast<std::size_t>(number(pending_, 26, 2) + number(pending_, 28, 2));
        return pending_.size() < whole ? Result<void>{} : beginEntry();
    }

    Result<void> beginEntry() {
        const std::uint64_t flags = number(pending_, 6, 2);
        const std::uint64_t method = number(pending_, 8, 2);
        crc_ = static_cast<std::uint32_t>(number(pending_, 14, 4));
        left_ = number(pending_, 18, 4);
        std::uint64_t size = number(pending_, 22, 4);
        const std::size_t nameLength = number(pending_, 26, 2);
        name_ = pending_.substr(localSize, nameLength);
        readZip64(std::string_view(pending_).substr(localSize + nameLength), size);
        pending_.clear();
        hasDescriptor_ = (flags & 8) != 0;
        if ((flags & 1) != 0) return std::unexpected(damaged("The archive is encrypted."));
        if (method != 0 && method != 8) {
            return std::unexpected(
                Problem{Code::notRecognised, name_,
                        "This entry is packed by a method that is not read here.",
                        "Save with numpy.savez or numpy.savez_compressed.", std::nullopt});
        }
        if (method == 0 && hasDescriptor_) {
            return std::unexpected(Problem{Code::notRecognised, name_,
                                           "The archive was written without sizes.",
                                           "Save it to a file with numpy.savez.", std::nullopt});
        }
        pickle_ = pickle_ || name_.ends_with("data.pkl");
        array_.reset();
        const bool wanted = name_.ends_with(".npy");
        if (wanted) {
            std::optional<std::uint64_t> known;
            if (!hasDescriptor_ && (method == 0 || size <= left_ * 1032 + 1024)) known = size;
            const std::uint64_t allowed =
                context_.limits.memoryBytes - std::min(context_.limits.memoryBytes, used_);
            array_.emplace(name_.substr(0, name_.size() - 4), allowed, known, context_.options);
        }
        inflater_.reset();
        if (method == 8)
            inflater_ =
                std::make_unique<Inflater>(Inflater::Wrapping::raw, context_.limits.maxExpansion);
        sum_ = 0;
        state_ = State::data;
        return left_ == 0 && method == 0 ? endEntry() : Result<void>{};
    }

    // Sizes of 8 bytes stand in the extra field 0x0001 where those of 4 bytes are all ones.
    void readZip64(std::string_view extra, std::uint64_t& size) {
        constexpr std::uint64_t elsewhere = 0xFFFF'FFFF;
        while (extra.size() >= 4) {
            const std::size_t length = number(extra, 2, 2);
            if (number(extra, 0, 2) == 1 && extra.size() >= 4 + length) {
                std::size_t at = 4;
                if (size == elsewhere && at + 8 <= 4 + length) {
                    size = number(extra, at, 8);
                    at += 8;
                }
                if (left_ == elsewhere && at + 8 <= 4 + length) left_ = number(extra, at, 8);
            }
            if (extra.size() < 4 + length) return;
            extra.remove_prefix(4 + length);
        }
    }

    Result<void> content(std::string_view bytes) {
        sum_ = crc32Of(sum_, bytes);
        return array_ ? array_->push(bytes) : Result<void>{};
    }

    Result<void> data(std::string_view& chunk) {
        if (inflater_ != nullptr) {
            if (auto fine =
                    inflater_->push(chunk, [&](std::string_view bytes) { return content(bytes); });
                !fine) {
                return fine;
            }
            return inflater_->done() ? endEntry() : Result<void>{};
        }
        const std::size_t part = std::min<std::uint64_t>(left_, chunk.size());
        if (auto fine = content(chunk.substr(0, part)); !fine) return fine;
        chunk.remove_prefix(part);
        left_ -= part;
        return left_ == 0 ? endEntry() : Result<void>{};
    }

    Result<void> endEntry() {
        if (!hasDescriptor_ && sum_ != crc_)
            return std::unexpected(damaged("The checksum of this entry is wrong."));
        state_ = hasDescriptor_ ? State::descriptor : State::header;
        if (!array_) return {};
        ++arrays_;
        const std::string key = name_.substr(0, name_.size() - 4);
        auto node = array_->finish(tree_, Tree::root, key);
        if (!node) return std::unexpected(node.error());
        if (tree_.is(*node, Kind::numbers)) {
            const Slice& slice = tree_.block(*node).slice;
            used_ +=
                slice.count * (tree_.isHalf(slice.pool) ? sizeof(std::uint16_t) : sizeof(float));
        }
        array_.reset();
        return {};
    }

    // Behind packed data of unknown size stand its checksum and sizes, in one of four layouts: skip to the
    // next signature.
    Result<void> descriptor(std::string_view& chunk) {
        constexpr std::size_t longest = 24;
        pending_ += chunk[0];
        chunk.remove_prefix(1);
        if (pending_.size() < 4) return {};
        const std::string last = pending_.substr(pending_.size() - 4);
        const auto signature = static_cast<std::uint32_t>(number(last, 0, 4));
        if (signature == localSignature || signature == centralSignature) {
            pending_ = last;
            state_ = State::header;
            // The table of contents is recognised by its signature alone.
            if (signature == centralSignature) state_ = State::ended;
        } else if (pending_.size() > longest + 4) {
            return std::unexpected(damaged("The archive's structure is broken here."));
        }
        return {};
    }

    ReadContext context_;
    Tree tree_;
    State state_ = State::header;
    std::string pending_;
    std::string name_;
    std::optional<NpyStream> array_;
    std::unique_ptr<Inflater> inflater_;
    std::uint64_t left_ = 0;
    std::uint64_t used_ = 0;
    std::uint32_t crc_ = 0;
    std::uint32_t sum_ = 0;
    int arrays_ = 0;
    bool hasDescriptor_ = false;
    bool pickle_ = false;
};

}  // namespace

std::unique_ptr<Reader> makeZipReader(const ReadContext& context) {
    return std::make_unique<ZipReader>(context);
}

}  // namespace hw::io
