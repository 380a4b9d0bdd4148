// SPDX-License-Identifier: MIT
#include <algorithm>
#include <iterator>
#include <string>

#include "core/localized_text.h"
#include "model/families/family.h"
#include "model/families/gguf/gguf_keys.h"

namespace hw::model {
namespace {

#define HW_GGUF_ADDRESS(name) &name##Gguf,
constexpr const GgufFamily* families[] = {HW_GGUF_FAMILIES(HW_GGUF_ADDRESS)};
#undef HW_GGUF_ADDRESS

/// Null if there is none.
const GgufFamily* familyOf(const GgufKeys& keys) {
    const auto row = std::ranges::find(families, keys.architecture(), &GgufFamily::architecture);
    return row == std::end(families) ? nullptr : *row;
}

Result<Spec> specOf(GgufKeys& keys, const GgufFamily& family, ReadGguf read, bool ignoresKeys) {
    Spec spec;
    spec.family = family.architecture;
    spec.familyName = family.name;
    read(keys, spec);
    if (auto good = keys.finish(spec, ignoresKeys); !good) return std::unexpected(good.error());
    return spec;
}

}  // namespace

Result<Spec> readGgufSpec(const ModelFiles& files) {
    GgufKeys keys(files);
    const GgufFamily* family = familyOf(keys);
    if (family != nullptr) return specOf(keys, *family, family->read, files.ignoresKeys);
    std::string names;
    for (const GgufFamily* row : families)
        if (!names.ends_with(row->name))
            names += (names.empty() ? "" : ", ") + std::string(row->name);
    return std::unexpected(Problem{.code = Code::notRecognised,
                                   .place = "general.architecture",
                                   .finding = formatText("Unsupported model family “{}”."_tr,
                                                         {io::excerpt(keys.architecture())}),
                                   .remedy = formatText("Available: {}."_tr, {names}),
                                   .byte = {}});
}

Result<std::optional<Spec>> readGgufDecoder(const ModelFiles& files) {
    GgufKeys keys(files);
    const GgufFamily* family = familyOf(keys);
    if (family == nullptr || family->decoder == nullptr) return std::nullopt;
    auto spec = specOf(keys, *family, family->decoder, files.ignoresKeys);
    if (!spec) return std::unexpected(std::move(spec.error()));
    return std::optional(std::move(*spec));
}

}  // namespace hw::model
