// SPDX-License-Identifier: MIT
// View models of compare, image and faithfulness (app/view_models.h holds the others).
#pragma once

#include <string>
#include <vector>

#include "app/app_state.h"
#include "app/matrix_frame.h"
#include "app/number_words.h"
#include "app/query.h"
#include "app/standing.h"
#include "app/units.h"

namespace hw {

/// Small multiples: a method's matrix after every layer, side by side on one colour scale.
struct MultiplesModel : MatrixFrame {
    std::string title;    ///< "Rollout after each layer"
    std::string caption;  ///< what the colours mean, or what is still to come
    Method method = Method::rollout;
    std::vector<const Answer*> layers;  ///< one a layer; null: not there yet
    int firstLayer = 0;                 ///< those before it take no part
    int layer = 0;                      ///< where the views stand
    float scale = 1;                    ///< largest value of all layers: the ramp's end
    bool complete = false;              ///< every value is there
    Standing standing;                  ///< of the layer that is furthest from there
};

/// One column of the compare view.
struct CompareColumn {
    ComparedView view;
    std::string name;    ///< "Rollout", or "Rollout 2" where several have the method
    std::string detail;  ///< "layers 1–6, discard 0.10": what it covers and changes
    int layer = 0;       ///< zero-based
    bool ready = false;
    Standing standing;
    std::string gap = "…";            ///< as BarsModel::gap
    std::vector<float> values;        ///< one a key token, exact; NaN: hidden or not there yet
    std::vector<float> shown;         ///< between two layers while moving
    std::vector<int> ranks;           ///< 1 = largest, 0: none
    std::vector<std::string> labels;  ///< its own key tokens, where they are others than the view's
    Axis queryAxis;                   ///< of its own example, where it is another
    Axis keyAxis;
    std::vector<int> outputs;       ///< chosen output tokens, likewise
    bool elsewhere = false;         ///< about another example or file
    float scale = 1;                ///< value of a bar's full length
    bool beyond = false;            ///< a value is larger than that
    int decimals = fewestDecimals;  ///< of all its values
    MatrixBlend matrix;             ///< in that form
};

struct CompareModel {
    std::string title;
    std::string caption;
    std::string hint;  ///< what a click does, after the caption
    CompareForm form = CompareForm::bars;
    std::vector<CompareColumn> columns;  ///< 2 to 4
    std::vector<std::string> labels;     ///< one a key (a token, or a word or span of several)
    std::vector<int> tokens;             ///< of each key its (first) token
    Axis queryAxis;                      ///< for matrices, which leave out what is hidden
    Axis keyAxis;
    std::vector<int> rows;       ///< keys that are shown, in display order
    std::uint64_t about = 0;     ///< readingKey()
    int leading = -1;            ///< key that the columns rank highest together, or -1
    std::vector<bool> isOutput;  ///< one a key
    std::vector<int> outputs;    ///< chosen output tokens
    /// [column][column]: Spearman's correlation of the exact values, average ranks; NaN where one is
    /// constant or not there yet.
    std::vector<std::vector<double>> correlation;
    int of = -1;  ///< columns of the difference, or -1
    int from = -1;
    std::string differenceName;     ///< "Raw − Rollout"
    std::string differenceNote;     ///< "same scale in both directions", or why there is none
    std::vector<float> difference;  ///< one a key token, of what is shown
    float differenceScale = 1;      ///< largest size of a difference
    int differenceDecimals = fewestDecimals;
    Answer differenceMatrix;  ///< of the layers where the view stands; no values: not there
    bool commonScale = true;  ///< all columns measure the same thing: shares that sum to 1
    bool canAdd = false;
    bool canRemove = false;
    std::vector<Method> methods;  ///< that a column can have
    int layerCount = 0;
    int headCount = 0;
    int exampleCount = 1;     ///< of the open file
    int example = 0;          ///< the present one
    std::string earlierFile;  ///< name of the file open before; empty: there is none
    int earlierExamples = 1;
    Hover hover;
};

/// A token that is no patch: [CLS], a register, a distillation token.
struct ImageToken {
    int token = 0;
    std::string label;
    float value = 0;
    bool isOutput = false;
};

struct ImageModel {
    std::string title;
    std::string unit;  ///< what the colours measure: "rollout"
    std::string caption;
    const ImageInfo* image = nullptr;  ///< of the open document
    bool ready = false;
    Standing standing;  ///< refused where the patches do not fit the tokens
    int rows = 0;       ///< patch grid
    int cols = 0;
    int firstPatch = 0;               ///< token of patch 0
    std::vector<float> values;        ///< one a patch, row-major, exact; NaN: not there yet
    std::vector<float> shown;         ///< between two layers while moving
    std::vector<std::string> labels;  ///< one a patch
    float scale = 1;                  ///< largest shown value of a patch: the colours' end
    int strongest = -1;               ///< patch of the largest exact value; -1: none
    int decimals = fewestDecimals;    ///< of all patches' values
    std::vector<bool> isOutput;       ///< one a patch
    std::vector<ImageToken> others;   ///< tokens left out of the picture
    PatchForm form = PatchForm::smooth;
    double opacity = 1;
    OutputMode outputMode = OutputMode::chosen;
    int hoverPatch = -1;
};

struct FaithfulnessCell {
    double mean = 0;       ///< or the one example's correlation; NaN: none
    double deviation = 0;  ///< of the population; NaN for one example
    int examples = 0;
    int constant = 0;   ///< examples whose ranking is constant, counted as 0
    bool best = false;  ///< largest of its layer (ties share it)
};

/// One importance score of the file: three methods by layers.
struct FaithfulnessTable {
    std::string name;
    std::vector<std::vector<FaithfulnessCell>> methods;  ///< [raw, rollout, flow][layer]
};

struct FaithfulnessModel {
    std::string title;
    std::string caption;
    std::vector<FaithfulnessTable> tables;
    int layers = 0;
    int layer = 0;
    int firstLayer = 0;  ///< of rollout and flow
    Method method = Method::rollout;
    int examples = 1;      ///< in the file
    int done = 0;          ///< of them
    bool overAll = false;  ///< the table is about all of them
    bool ready = false;
    bool complete = false;
    double share = 0;      ///< of the work that is done, 0..1
    bool stopped = false;  ///< by StopWork, before it was complete
    Standing standing;
    struct Choice {
        std::string token;
        bool leftOut;
    };
    std::vector<Choice> choices;       ///< special tokens that may be left out of the ranking
    std::string ranked;                ///< "10 of 11 tokens are ranked; left out: [CLS]."
    std::vector<std::string> leftOut;  ///< as the state has it
};

}  // namespace hw
