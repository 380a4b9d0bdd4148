// SPDX-License-Identifier: MIT
// Pictures in a session, and the comparison of one with texts by CLIP and SigLIP.
#include <algorithm>
#include <cmath>
#include <utility>

#include "core/localized_text.h"
#include "model/pictures/prepare.h"
#include "model/session/session.h"
#include "model/sight/patch_rows.h"

namespace hw::model {
namespace {

std::unexpected<Problem> bad(std::string finding, LocalizedText remedy) {
    return std::unexpected(
        Problem{Code::badArgument, "picture", std::move(finding), remedy, std::nullopt});
}

std::string leadingName(const Spec& spec, int token) {
    if (token == 0) return "[CLS]";
    if (std::cmp_less(token, spec.names.leading.size())) return "[DIST]";
    return "[REG" + std::to_string(token) + "]";
}

Encoding encodingOf(const Spec& spec) {
    Encoding encoding;
    const PictureSpec& picture = *spec.picture;
    const int leading = spec.leadingTokens();
    for (int token = 0; token < spec.positions; ++token) {
        const int patch = token - leading;
        encoding.ids.push_back(token);
        encoding.tokens.push_back(patch < 0 ? leadingName(spec, token)
                                            : "r" + std::to_string(patch / picture.columns()) +
                                                  "c" + std::to_string(patch % picture.columns()));
        encoding.special.push_back(patch < 0);
    }
    encoding.offsets.resize(encoding.ids.size());
    encoding.typeIds.resize(encoding.ids.size());
    encoding.sequence.assign(encoding.ids.size(), 0);
    return encoding;
}

/// Sets the pixels of a patch to the network's zeros.
void wipe(PicturePoints& shown, const PictureSpec& picture, int patch) {
    const PicturePreparation& preparation = picture.preparation;
    const int left = patch % picture.columns() * picture.patch;
    const int top = patch / picture.columns() * picture.patch;
    for (int y = top; y < top + picture.patch; ++y)
        for (int x = left; x < left + picture.patch; ++x)
            for (std::size_t colour = 0; colour < 3; ++colour)
                shown.rgb[std::size_t{3} * (y * shown.width + x) + colour] =
                    static_cast<char>(std::clamp(
                        preparation.mean[colour] / preparation.rescale + 0.5F, 0.0F, 255.0F));
}

}  // namespace

Result<Run> Session::runPicture(const PicturePoints& picture, std::string name,
                                std::span<const int> wiped, const Stop& stop) const {
    const Spec& spec = facts_.spec;
    if (!spec.picture) return bad(std::string("This model needs a text."_tr), "Give it one."_tr);
    auto prepared = preparePicture(picture, spec.picture->preparation);
    if (!prepared) return std::unexpected(std::move(prepared.error()));
    TextInput input = pictureInput(*network_, prepared->values);
    for (const int patch : wiped) {
        if (patch < 0 || patch >= spec.picture->patches())
            return bad(formatText("There is no patch {} (the picture has {})."_tr,
                                  {patch, spec.picture->patches()}),
                       "Patches count from 0."_tr);
        input.ids[spec.leadingTokens() + patch] = spec.vocabulary - 1;
        wipe(prepared->shown, *spec.picture, patch);
    }
    Run run;
    run.text = std::move(name);
    run.picture = std::move(prepared->shown);
    run.encoding = encodingOf(spec);
    return traced(std::move(run), std::move(input), stop);
}

Result<void> Session::openTexts(const ModelFiles& files, Spec spec, const Stop& stop) {
    auto network = loadNetwork(files, std::move(spec), {}, stop);
    if (!network) return std::unexpected(std::move(network.error()));
    const StoredTensor* scale = files.find("logit_scale");
    if (scale != nullptr) {
        const auto values = loadVector(files, *scale);
        if (!values) return std::unexpected(values.error());
        if (!values->empty()) scale_ = std::exp(values->front());
    }
    if (const StoredTensor* bias = files.find("logit_bias")) {
        const auto values = loadVector(files, *bias);
        if (!values) return std::unexpected(values.error());
        if (!values->empty()) bias_ = values->front();
    }
    // Tensors that neither tower reads.
    std::erase_if(facts_.unused, [&](const std::string& name) {
        return name == "logit_scale" || name == "logit_bias" ||
               std::ranges::find(network->unused, name) == network->unused.end();
    });
    texts_ = std::make_shared<Network>(std::move(*network));
    return {};
}

Result<Run> Session::runTowerText(std::string_view text, const Stop& stop) const {
    if (!texts_ || !tokenizer_)
        return bad(std::string("This model can’t compare pictures with texts."_tr),
                   "Use a CLIP or SigLIP model with its tokenizer."_tr);
    const Spec& spec = texts_->spec;
    auto encoding = tokenizer_->encode(text, {}, true, spec.mostTokens);
    if (!encoding) return std::unexpected(std::move(encoding.error()));
    while (spec.paddedWith >= 0 && std::cmp_less(encoding->size(), spec.positions)) {
        encoding->ids.push_back(spec.paddedWith);
        encoding->tokens.emplace_back(tokenizer_->token(spec.paddedWith).value_or(""));
        encoding->special.push_back(true);
        encoding->sequence.push_back(-1);
        encoding->offsets.emplace_back();
        encoding->typeIds.push_back(0);
    }
    TextInput input;
    input.ids.assign(encoding->ids.begin(), encoding->ids.end());
    auto trace = forward(*texts_, {std::move(input)}, {.stop = stop});
    if (!trace) return std::unexpected(std::move(trace.error()));
    Run run;
    run.text = text;
    run.encoding = std::move(*encoding);
    run.trace = std::move(*trace);
    return run;
}

Result<Session> Session::amongTexts(const std::vector<std::string>& texts, const Stop& stop) const {
    constexpr int most = 1000;
    if (texts_ && (texts.empty() || texts.size() > most))
        return bad(formatText("A picture can be compared with 1 to {} texts, not {}."_tr,
                              {most, texts.size()}),
                   "Change the number of texts."_tr);
    std::vector<float> rows;
    for (const std::string& text : texts) {
        const auto run = runTowerText(text, stop);
        if (!run) return std::unexpected(run.error());
        Workspace workspace;
        std::vector<float> own =
            readOut(*texts_, run->trace.batch, run->trace.last(), {}, {}, workspace).values;
        double square = 0;
        for (const float value : own) square += double{value} * value;
        for (const float value : own)
            rows.push_back(square > 0 ? static_cast<float>(scale_ * value / std::sqrt(square)) : 0);
    }
    // A picture's vector of length 1 times those of the texts, which is a head like any other.
    Network network = *network_;
    const int width = network.spec.vectorWidth();
    auto out = Weight::ofFloats(static_cast<int>(texts.size()), width, rows);
    if (!out) return std::unexpected(std::move(out.error()));
    network.head.out.weight = std::move(*out);
    const bool isSigmoid = texts_->spec.paddedWith >= 0;
    if (isSigmoid) network.head.out.bias.assign(texts.size(), bias_);
    if (network.head.stages.empty()) network.head.stages.emplace_back();
    network.head.stages.back().norm = {
        .kind = NormKind::rms,
        .epsilon = 0,
        .weight = std::vector<float>(width, static_cast<float>(1 / std::sqrt(width)))};
    HeadSpec& head = network.spec.head;
    head.task = Task::classes;
    head.out = "text_projection";
    head.labels = texts;
    if (isSigmoid) head.share = ShareForm::logistic;
    Session made = *this;
    made.facts_.spec = network.spec;
    made.network_ = std::make_shared<Network>(std::move(network));
    return made;
}

}  // namespace hw::model
