// SPDX-License-Identifier: MIT
#include "panels/matrix/model.h"

#include <cmath>

#include "core/model/methods.h"
#include "core/number_text.h"
#include "core/tokens/token_text.h"
#include "page/answers/questions.h"
#include "page/models/model_text.h"
#include "page/models/number_phrases.h"
#include "page/models/value_scale.h"

namespace hw {
namespace {

/// The largest input of the row, and the same with the second largest after it.
void setCaptions(MatrixModel& model, const Answer& matrix, const AppState& state, int row,
                 const Axis& keys) {
    if (row < 0 || row >= matrix.rows) return;
    int best = -1;
    int second = -1;
    const auto at = [&](int key) { return matrix.values[row * matrix.cols + key]; };
    const bool skipsOwn = startsWithOne(state, matrix.query.method);
    for (int key = 0; key < matrix.cols; ++key) {
        if (std::isnan(at(key))) continue;
        if (skipsOwn && model.keyTokens[key] == model.queryTokens[row]) continue;
        if (best < 0 || at(key) > at(best)) {
            second = best;
            best = key;
        } else if (second < 0 || at(key) > at(second)) {
            second = key;
        }
    }
    if (best < 0) return;
    const auto words = [&](int key) {
        return quoted(keys.texts[key], keys.places[key]) + " " +
               signedNumber(at(key), decimalsFor(at(best)));
    };
    model.shortCaption = formatText("{} from {}"_tr, {describeOutput(state), words(best)});
    model.caption = model.shortCaption + (second < 0 ? "" : ", " + words(second));
}

}  // namespace

MatrixModel matrixModel(const AppState& state, ResultStore& results, Method method,
                        const Axis& queries, const Axis& keys) {
    MatrixModel model;
    model.method = method;
    const auto after = [&](int layer) {
        return shownMatrix(state, results, matrixQuery(state, method, layer));
    };
    static_cast<MatrixBlend&>(model) =
        matrixBlend(layerBlend(state.playback, state.layerCount()), state.view.wholeScale, after);
    const bool relative = specOf(method).hasRelative && state.view.relativeFlow;
    const std::string name = relative ? "Relative flow"_tr : specOf(method).label;
    const int layer = state.view.layer;
    const int start = specOf(method).overLayers ? state.view.settings.startLayer : layer;
    const std::string layers = layerRange(start, layer);
    model.unit = layer > start ? layers : std::string("in this layer"_tr);
    model.title = (specOf(method).overLayers ? name : rawTitle(state)) + ", " + layers;
    model.shortTitle = std::string(textsOf(method).brief) + ", " + layers;
    if (const std::string over = describeDivisor(state, method); !over.empty()) {
        model.title += over;
        const std::string numbers =
            start < layer ? numberText(start + 1) + "–" + numberText(layer + 1) : layers;
        model.shortTitle =
            formatText("{} relative to uniform, {}"_tr, {textsOf(method).brief, numbers});
    }
    model.title += describeCuts(state);
    model.shortTitle += describeCuts(state);
    model.form = formOf(state, method);
    model.numbers = state.view.cellNumbers;
    fillFrame(model, state, queries, keys);
    const Query asked = matrixQuery(state, method, state.view.layer);
    const Answer* here = after(state.view.layer);
    if (here == nullptr || here->problem) {
        model.standing = standingOf(state, results, asked);
    } else {
        model.standing.kind = Standing::Kind::there;
    }
    const double share = here == nullptr ? 0 : here->problem ? 1 : here->complete;
    model.stopped = share < 1 && isStopped(state, asked);
    if (model.stopped || (share > 0 && share < 1))
        model.progress = progressText(share, model.stopped, results.secondsLeft(asked));
    if (here != nullptr && here->rows > 0 && model.outputs.size() == 1) {
        setCaptions(model, *here, state, model.outputs.front(), keys);
    }
    return model;
}

}  // namespace hw
