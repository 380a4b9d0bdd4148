// SPDX-License-Identifier: MIT
#include "io/open.h"

#include <algorithm>

#include "core/localized_text.h"
#include "io/importers/importer.h"
#include "io/readers/reader.h"

namespace hw {

Opening::Opening() = default;
Opening::~Opening() = default;
Opening::Opening(Opening&&) noexcept = default;
Opening& Opening::operator=(Opening&&) noexcept = default;

void Opening::begin(std::string name, std::optional<std::uint64_t> totalBytes, Limits limits,
                    OpenOptions options) {
    name_ = std::move(name);
    totalBytes_ = totalBytes;
    limits_ = limits;
    options_ = options;
    bytesRead_ = 0;
    io::ReadContext context;
    context.limits = limits;
    context.options = options;
    context.totalBytes = totalBytes;
    context.isKnown = io::isKnownForm;
    reader_ = io::makeReader(context);
}

// Removes an offer whose options are all in use.
Problem Opening::withoutUsedOffers(Problem problem) const {
    if (problem.offer != Offer::lessMemory || !options_.averageHeads || !options_.halfWeights)
        return problem;
    problem.offer = Offer::none;
    problem.remedy = "Save fewer layers or tokens."_tr;
    return problem;
}

Result<void> Opening::push(std::span<const std::byte> chunk) {
    if (reader_ == nullptr) {
        return std::unexpected(
            Problem{Code::internal, "", "Bytes came before begin().", "", std::nullopt});
    }
    bytesRead_ += chunk.size();
    auto taken = reader_->push({reinterpret_cast<const char*>(chunk.data()), chunk.size()});
    if (!taken) return std::unexpected(withoutUsedOffers(std::move(taken.error())));
    return taken;
}

Result<Document> Opening::finish() {
    if (reader_ == nullptr) {
        return std::unexpected(
            Problem{Code::internal, "", "finish() came before begin().", "", std::nullopt});
    }
    Result<io::Tree> tree = reader_->finish();
    reader_.reset();
    if (!tree) return std::unexpected(withoutUsedOffers(std::move(tree.error())));
    Document document;
    document.name = name_;
    if (auto done = io::importTree(*tree, options_, document); !done)
        return std::unexpected(done.error());
    return document;
}

double Opening::progress() const {
    if (!totalBytes_ || *totalBytes_ == 0) return 0;
    return std::min(1.0, static_cast<double>(bytesRead_) / static_cast<double>(*totalBytes_));
}

Result<Document> openBytes(std::span<const std::byte> bytes, std::string name, Limits limits,
                           OpenOptions options) {
    Opening opening;
    opening.begin(std::move(name), bytes.size(), limits, options);
    if (auto fine = opening.push(bytes); !fine) return std::unexpected(fine.error());
    return opening.finish();
}

}  // namespace hw
