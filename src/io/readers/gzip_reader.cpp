// SPDX-License-Identifier: MIT
#include "core/localized_text.h"
#include "io/readers/inflater.h"
#include "io/readers/reader.h"

namespace hw::io {

namespace {

class GzipReader : public Reader {
public:
    explicit GzipReader(const ReadContext& context)
        : total_(context.totalBytes),
          inflater_(Inflater::Wrapping::gzip, context.limits.maxExpansion) {
        ReadContext inside = context;
        inside.totalBytes.reset();
        inside.firstByte = 0;
        inside.packed = true;
        inner_ = makeReader(inside);
    }

    Result<void> push(std::string_view chunk) override {
        while (!chunk.empty()) {
            if (inflater_.done()) {
                // A further member may follow. Other bytes after the data are padding.
                if (chunk[0] != '\x1f') return {};
                inflater_.restart();
            }
            auto fine = inflater_.push(chunk, [&](std::string_view bytes) {
                if (total_ && inflater_.packed() > 0) {
                    const double ratio = static_cast<double>(inflater_.unpacked()) /
                                         static_cast<double>(inflater_.packed());
                    inner_->expect(
                        static_cast<std::uint64_t>(ratio * static_cast<double>(*total_)));
                }
                return inner_->push(bytes);
            });
            if (!fine) return fine;
        }
        return {};
    }

    Result<Tree> finish() override {
        if (!inflater_.done()) {
            return std::unexpected(Problem{Code::truncated, "",
                                           "The compressed data end too early."_tr,
                                           "Copy or download the file again."_tr, std::nullopt});
        }
        return inner_->finish();
    }

private:
    std::optional<std::uint64_t> total_;
    Inflater inflater_;
    std::unique_ptr<Reader> inner_;
};

}  // namespace

std::unique_ptr<Reader> makeGzipReader(const ReadContext& context) {
    return std::make_unique<GzipReader>(context);
}

}  // namespace hw::io
