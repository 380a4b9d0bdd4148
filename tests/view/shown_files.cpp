// SPDX-License-Identifier: MIT
#include "view/shown_files.h"

#include <sstream>

#include "page/answers/questions.h"
#include "page/state/panel.h"

namespace hw::test {
namespace {

/// One layer of two heads, the second of which has no weights, below a complete one.
std::string emptyHead() {
    const std::string whole = "[[0.6,0.3,0.1],[0.2,0.5,0.3],[0.1,0.2,0.7]]";
    const std::string none = "[[null,null,null],[null,null,null],[null,null,null]]";
    return R"({"tokens":["[CLS]","interpretable","keys"],"attentions":[[)" + whole + ',' + none +
           "],[" + whole + ',' + whole + "]]}";
}

/// Contributions, some of them negative.
std::string signedShares() {
    return R"({"tokens":["the","keys","are"],"contributionKind":"alti","contributions":)"
           R"([[[1,0,0],[-0.4,1.4,0],[0.3,-0.2,0.9]],[[1,0,0],[0.5,0.5,0],[-0.1,0.4,0.7]]]})";
}

/// Every other value of the flow is only a range so far.
void leaveRanges(ShownPage& page) {
    Answer answer = *page.results.find(profileQuery(page.state, Method::flow));
    answer.complete = 0.5;
    answer.least = answer.most = std::vector<float>(answer.values.size(), NAN);
    for (std::size_t i = 0; i < answer.values.size(); i += 2) {
        answer.least[i] = 0.9F * answer.values[i];
        answer.most[i] = 1.1F * answer.values[i];
        answer.values[i] = NAN;
    }
    page.results.put(answer);
}

void asMatrices(ShownPage& page) {
    update(page.state, Command(Set{&ViewState::compareForm, CompareForm::matrices}));
}

}  // namespace

std::string sampleFile(const std::string& name) {
    return fileText(std::string(HW_TEST_DATA) + "/../../web/samples/" + name + ".json");
}

std::string fileOf(int tokens) {
    static constexpr const char* words[] = {"the", "keys",          "near",
                                            "an",  "interpretable", "cabinet"};
    std::ostringstream out;
    out << R"({"format":"headwaters/1","title":"Which noun decides?","tokens":["[CLS]")";
    for (int t = 1; t < tokens; ++t) out << ",\"" << words[t % 6] << '"';
    out << R"(],"specialTokens":[0],"outputToken":0,"importance":{"blankout":[)";
    for (int t = 0; t < tokens; ++t) out << (t > 0 ? "," : "") << (t * 7) % tokens;
    out << R"(]},"attentions":[)";
    for (int layer = 0; layer < 2; ++layer) {
        out << (layer > 0 ? ",[[" : "[[");
        for (int q = 0; q < tokens; ++q) {
            // All have a little, so that no number is 0. Three have the rest.
            const double every = 0.2 / tokens;
            out << (q > 0 ? ",[" : "[");
            for (int k = 0; k < tokens; ++k) {
                double weight = every;
                if (k == q) weight += 0.4;
                if (k == (q + 1 + layer) % tokens) weight += 0.3;
                if (k == (q * 5 + 2) % tokens) weight += 0.1;
                out << (k > 0 ? "," : "") << weight;
            }
            out << ']';
        }
        out << "]]";
    }
    out << "]}";
    return out.str();
}

std::vector<Shown> everyShown() {
    const std::string keys = sampleFile("agreement-keys");
    const std::string both = sampleFile("date-gradients");
    const std::string gradients = sampleFile("negation-gradients");
    const std::string columns =
        "layer=4&compare=raw/rollout/flow/rollout,residual:0.3&difference=1,2";
    const std::vector<Panel> compare{Panel::compare};
    return {
        {"3 tokens", fileOf(3), "layer=2&token=0&method=rollout"},
        {"12 tokens", fileOf(12), "layer=2&token=0&method=rollout", {}, nullptr, true},
        {"512 tokens", fileOf(512), "layer=2&token=0&method=rollout"},
        {"a sentence", keys, "layer=4&method=rollout", {}, nullptr, true},
        {"its flow", keys, "layer=4&method=flow"},
        {"two outputs, one word, two hidden", keys,
         "layer=4&method=rollout&token=0,2&spans=1,2&hidden=0,4"},
        {"a picture", sampleFile("digit-4"), "layer=4&method=rollout", {}, nullptr, true},
        {"encoder and decoder", both, "layer=1&side=cross&method=rollout"},
        {"cross-attention", both, "layer=2&side=cross&method=raw"},
        {"the encoder of both", both, "layer=2&side=encoder&method=rollout"},
        {"the decoder of both", both, "layer=2&side=decoder&method=raw"},
        {"relevance across both", both, "layer=2&side=cross&method=relevance"},
        {"gradient rollout", gradients, "layer=2&method=gradient-rollout"},
        {"relevance", gradients, "layer=2&method=relevance"},
        {"four columns", keys, columns, compare},
        {"four columns as matrices", keys, columns, compare, asMatrices},
        {"ranges", keys, "layer=4&method=flow", {Panel::bars}, leaveRanges},
        {"an empty head", emptyHead(), "layer=1&method=raw"},
        {"shares that take away", signedShares(), "layer=2&method=rollout"},
    };
}

std::vector<Panel> panelsOf(const Shown& shown, const ShownPage& page) {
    return shown.only.empty() ? panelsOf(page.state.document->current) : shown.only;
}

}  // namespace hw::test
