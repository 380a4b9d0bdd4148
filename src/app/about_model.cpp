// SPDX-License-Identifier: MIT
#include "app/about_model.h"

#include <utility>

#include "app/controls_model.h"
#include "app/model_text.h"
#include "app/view_rules.h"
#include "io/json_writer.h"

namespace hw {
namespace {

struct AboutText {
    const char* title;
    const char* shows;
    const char* limit;
};

// In the order of Panel.
constexpr AboutText texts[] = {
    {"What am I looking at?",
     "A transformer mixes information between tokens in every layer. Raw attention shows one "
     "layer’s mixing. Attention rollout follows the mixing through all layers up to the chosen "
     "one: it "
     "multiplies the layers’ matrices, each joined with the residual connection. Attention flow "
     "asks "
     "how much could pass from an input token to the output at most, if attention weights were the "
     "widths of pipes (Abnar & Zuidema 2020).",
     "None of the three shows what a model computes with the information, nor the value vectors, "
     "the "
     "output projections or the feed-forward layers. A token with a high share was available to "
     "the "
     "output; that it was used is a hypothesis to be tested."},
    {"Token bars",
     "Each bar is an input token’s share in the chosen output token. The outline is the layer "
     "before; "
     "the small triangle says how many ranks a token has gained or lost since. Numbers are exact; "
     "the "
     "bars’ scale is that of all layers, unless the layer’s own is chosen, with the output’s own "
     "share or without: a torn bar is longer than its room.",
     "With rollout and relative flow the shares of a row sum to 1, so a bar grows only when others "
     "shrink."},
    {"Matrices",
     "Rows are output tokens (queries), columns input tokens (keys). A row says where its token "
     "draws "
     "information from. On the left the present layer alone, on the right the chosen method up "
     "to it. Both have their own scale, named below.",
     "Zoomed out, a pixel shows the largest of the cells it covers, so that thin peaks stay "
     "visible; areas then look stronger than they are on average."},
    {"Evolution",
     "One row per layer, one column per token: how the chosen output’s shares change from the "
     "first layer (bottom) to the last (top), as in the paper’s figure.",
     "One colour scale serves all layers. Early layers, which attend to single tokens, can make "
     "late "
     "ones look pale; so can the output’s own share, which can be left out of the scale."},
    {"Attention flow",
     "The largest amount that can pass from the output token down to an input token when each "
     "attention weight is a capacity. The minimum cut marks the weights that limit it: enlarging "
     "any "
     "other would change nothing. Every number is certified by a cut of the same size.",
     "Which paths carry the flow is not unique; the amount is. Many tokens can stand at the same "
     "ceiling, so flow ranks less finely than rollout."},
    {"Heads",
     "Every head of every layer as a small matrix: rows are queries, columns keys. A head can be "
     "taken into the fusion, from which all methods are computed, or out of it, or used alone: "
     "always in every layer.",
     "In a thumbnail a pixel shows the largest of the cells it covers. That a head has a striking "
     "pattern does not mean that the model’s answer depends on it."},
    {"Compare",
     "Two to four ways to look at the same data side by side, with one cursor: methods, settings, "
     "layers. The difference has a scale of its own, centred at zero; the rank correlation says "
     "how "
     "far two orders of tokens agree.",
     "Agreement between methods is no proof that they are right: they share the attention weights "
     "and thus their blind spots."},
    {"Image",
     "For vision transformers: what the chosen output draws from each patch, as colours over the "
     "picture in grey, beside the original. Tokens that are not patches ([CLS], registers) are "
     "left "
     "out.",
     "A patch is coarser than what it shows; the smooth transitions between patches are for the "
     "eye and carry no information."},
    {"Faithfulness",
     "Spearman’s rank correlation between each method after each layer and the file’s own "
     "importance "
     "scores, such as how much the answer changes when a token is blanked out. It is the table of "
     "the "
     "paper, for your model.",
     "The scores are measurements with assumptions of their own (blanking out makes sentences that "
     "the model never saw). One sentence’s correlation is noise; over many it means something."},
};

/// Formulas mark indices by an underscore, which a line of text does not need.
std::string plain(std::string_view formula) {
    std::string text;
    for (const char c : formula) {
        if (c != '_') text += c;
    }
    return text;
}

/// "Now: rollout, layers 1–6, from [CLS]. Mean of 8 heads. A = 0.50 I + 0.50 mean W; R = A6 A5 …"
std::string presentWords(const AppState& state) {
    const ViewState& view = state.view;
    const ControlsModel controls = controlsModel(state);
    std::string text = "Now: " + std::string(specOf(view.method).words) + ", ";
    text += view.method == Method::raw ? layerRange(view.layer, view.layer)
                                       : layerRange(view.settings.startLayer, view.layer);
    text += ", for " + outputWords(state) + "; heads: " + controls.headsText + ".";
    for (std::size_t i = 0; i < controls.formula.size(); ++i) {
        text += (i == 0 ? " " : "; ") + plain(controls.formula[i]);
    }
    text += ".";
    if (view.method == Method::flow) {
        text += view.relativeFlow ? " Relative: each row is divided by its sum."
                                  : " Raw: the values are capacities, not shares.";
    }
    return text;
}

}  // namespace

AboutModel aboutModel(const AppState& state, ResultStore& results, Panel panel) {
    const AboutText& text = texts[static_cast<int>(panel)];
    AboutModel model{text.title, {text.shows}, {text.limit}};
    if (!state.document) return model;
    // Whoever asks about the flow's view while it is not shown is told of flow too.
    if (panel == Panel::flow && state.view.method != Method::flow &&
        isAvailable(state.document->current, state.view.side, Method::flow)) {
        AppState ofFlow = state;
        ofFlow.view.method = Method::flow;
        return aboutModel(ofFlow, results, panel);
    }
    model.paragraphs.push_back(presentWords(state));
    for (std::string& limit : limitsOfData(state, results))
        model.limits.push_back(std::move(limit));
    return model;
}

std::string aboutJson(const AboutModel& model) {
    JsonWriter json;
    json.beginObject().field("title", model.title).array("paragraphs", model.paragraphs);
    json.array("limits", model.limits).endObject();
    return json.take();
}

}  // namespace hw
