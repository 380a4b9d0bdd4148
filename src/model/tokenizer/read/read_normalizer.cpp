// SPDX-License-Identifier: MIT
#include <utility>

#include "io/packed/text64.h"
#include "model/tokenizer/read/components.h"

namespace hw::model {
namespace {

struct FormName {
    std::string_view type;
    NormalForm form;
};
constexpr FormName formNames[] = {{"NFC", NormalForm::nfc},
                                  {"NFD", NormalForm::nfd},
                                  {"NFKC", NormalForm::nfkc},
                                  {"NFKD", NormalForm::nfkd}};

Result<StepPtr> readBert(const Fields& fields) {
    const auto clean = fields.truth("clean_text", true);
    const auto chinese = fields.truth("handle_chinese_chars", true);
    const auto lower = fields.truth("lowercase", true);
    for (const auto& value : {clean, chinese, lower})
        if (!value) return std::unexpected(value.error());
    BertNormalizerOptions options{*clean, *chinese, {}, *lower};
    if (!fields.lacks("strip_accents")) {
        const auto strip = fields.truth("strip_accents");
        if (!strip) return std::unexpected(strip.error());
        options.stripAccents = *strip;
    }
    return makeBertNormalizer(options);
}

Result<StepPtr> readReplace(const Fields& fields) {
    auto pattern = readPattern(fields);
    if (!pattern) return std::unexpected(pattern.error());
    auto content = fields.text("content");
    if (!content) return std::unexpected(content.error());
    return makeReplace(std::move(*pattern), std::move(*content));
}

Result<StepPtr> readStrip(const Fields& fields) {
    const auto left = fields.truth("strip_left");
    const auto right = fields.truth("strip_right");
    if (!left) return std::unexpected(left.error());
    if (!right) return std::unexpected(right.error());
    return makeStrip(*left, *right);
}

Result<StepPtr> readPrecompiled(const Fields& fields) {
    const auto letters = fields.text("precompiled_charsmap");
    if (!letters) return std::unexpected(letters.error());
    auto table = io::fromBase64(*letters);
    if (!table) return fields.wrong("precompiled_charsmap", "base64"_tr);
    return makePrecompiled(std::move(*table));
}

Result<StepPtr> readOneNormalizer(const Fields& fields, std::string_view type) {
    for (const FormName& name : formNames)
        if (name.type == type) return makeNormalForm(name.form);
    if (type == "BertNormalizer") return readBert(fields);
    if (type == "Lowercase") return makeLowercase();
    if (type == "Strip") return readStrip(fields);
    if (type == "StripAccents") return makeStripAccents();
    if (type == "Replace") return readReplace(fields);
    if (type == "Nmt") return makeNmt();
    if (type == "ByteLevel") return makeByteLetters();
    if (type == "Precompiled") return readPrecompiled(fields);
    if (type == "Prepend") {
        auto text = fields.text("prepend");
        if (!text) return std::unexpected(text.error());
        return makePrepend(std::move(*text));
    }
    return fields.unknown(type);
}

}  // namespace

Result<void> readNormalizer(const Fields& fields, std::vector<StepPtr>& out) {
    const auto type = fields.type();
    if (!type) return std::unexpected(type.error());
    if (*type == "Sequence") {
        const auto list = fields.list("normalizers");
        if (!list) return std::unexpected(list.error());
        for (const Fields& item : *list)
            if (auto good = readNormalizer(item, out); !good) return good;
        return {};
    }
    auto step = readOneNormalizer(fields, *type);
    if (!step) return std::unexpected(step.error());
    (*step)->setName(*type, fields.place());
    out.push_back(std::move(*step));
    return {};
}

Result<Pattern> readPattern(const Fields& fields) {
    const Fields pattern = fields.in("pattern");
    if (!pattern.lacks("Regex")) {
        const auto text = pattern.text("Regex");
        if (!text) return std::unexpected(text.error());
        auto compiled = Pattern::compile(*text);
        if (!compiled) {
            Problem problem = compiled.error();
            problem.place = pattern.place();
            return std::unexpected(std::move(problem));
        }
        return compiled;
    }
    const auto text = pattern.text("String");
    if (!text) return std::unexpected(text.error());
    return Pattern::ofText(*text);
}

}  // namespace hw::model
