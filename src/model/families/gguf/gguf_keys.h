// SPDX-License-Identifier: MIT
// Helpers to read the families of GGUF files: keys, sizes, llama.cpp's names of tensors.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "model/files/model_files.h"
#include "model/network/spec.h"

namespace hw::model {

/// Keys of one architecture, which notes each key that is read. The files have to outlive it.
class GgufKeys {
public:
    explicit GgufKeys(const ModelFiles& files);

    const std::string& architecture() const { return architecture_; }
    const Metadata& metadata() const { return files_.metadata; }
    bool hasTensor(std::string_view name) const { return files_.find(name) != nullptr; }
    /// A number, or the common one of a list for all layers.
    std::optional<double> number(const std::string& key);
    /// As Config::whole().
    int whole(const std::string& key, std::optional<int> fallback = {}, int least = 1);
    /// The same for a value that was looked up under a key with any prefix.
    int wholeOf(const std::string& key, std::optional<double> found, std::optional<int> fallback,
                int least);
    /// As Config::real().
    double real(const std::string& key, double fallback);
    std::optional<std::string_view> text(const std::string& key);
    void ignore(const std::string& key) { asked_.insert(architecture_ + "." + key); }
    /// Keeps an error, if it is the first.
    void fail(std::string place, std::string finding);
    bool failed() const { return problem_.has_value(); }
    /// As Config::finish(), for this architecture's keys.
    Result<void> finish(Spec& spec, bool ignores) const;

private:
    const ModelFiles& files_;
    std::string architecture_;
    std::set<std::string> asked_;
    std::optional<Problem> problem_;
};

using ReadGguf = void (*)(GgufKeys& keys, Spec& spec);

struct GgufFamily {
    std::string_view architecture;  ///< general.architecture
    std::string_view name;          ///< name for people
    ReadGguf read = nullptr;
    ReadGguf decoder = nullptr;  ///< for translation models
};

/// Every architecture by the name of its row, NAMEGguf, which is defined next to its functions.
// clang-format off
#define HW_GGUF_FAMILIES(row)                                                               \
    row(bert) row(gpt2) row(llama) row(qwen2) row(qwen3) row(gemma2) row(gemma3) row(phi3)  \
    row(t5) row(t5Encoder)
// clang-format on

#define HW_GGUF_ROW(name) extern const GgufFamily name##Gguf;
HW_GGUF_FAMILIES(HW_GGUF_ROW)
#undef HW_GGUF_ROW

/// Reads width, heads, feed-forward width, vocabulary, `layers` layers of full attention, and the names of blocks.
void readGgufSizes(GgufKeys& keys, Spec& spec, int layers);

}  // namespace hw::model
