// SPDX-License-Identifier: MIT
// One head of the heads view, as a thumbnail, or large with names and numbers.
#pragma once

#include <string>

#include "page/models/controls_model.h"
#include "page/state/command.h"
#include "panels/heads/model.h"
#include "panels/heads/view.h"
#include "panels/matrix/view.h"
#include "render/gl/matrix_renderer.h"
#include "view/widgets/widgets.h"

namespace hw {

/// Gamma below 1, since most weights are small. One scale keeps all heads comparable.
inline constexpr float headGamma = 0.6F;

/// "Layer 4, head 5"
std::string headName(const HeadCell& cell);
/// A statistic of a head, or a share as a percentage.
std::string headNumber(float value, int decimals, double times = 1);
/// Entropy, distance and share on special tokens, one per line.
std::string headFigures(const HeadCell& cell);

/// The shares on pictures, each after a line break. Empty if heads are not shown on a picture.
std::string pictureFigures(const HeadsModel& model, const HeadCell& cell);
/// The picture in grey, thin over a thumbnail of its patches. Draws nothing without a picture.
void drawPictureOver(const Pen& pen, const HeadsModel& model, RegionUi& picture, const Rect& box);

void drawHeadThumbnail(const Pen& pen, const HeadsModel& model, const HeadCell& cell,
                       Colormap colormap, MatrixRenderer& renderer, const Rect& box);

/// An enlarged thumbnail with token names, legend and statistics. The pointer reads its cells.
void drawLargeHead(const Pen& pen, const HeadsModel& model, const HeadCell& cell, Colormap colormap,
                   const Hover& hover, HeadsUi& ui, MatrixRenderer& renderer, const Rect& area,
                   Commands& commands);

/// The weights of the only fused head with token names, and below them the method's result for it.
void drawHeadAlone(const Pen& pen, const HeadsModel& model, int head, const MatrixModel& alone,
                   const MatrixModel* result, MatrixUi& ui, MatrixRenderer& renderer,
                   const Rect& area, Commands& commands);

}  // namespace hw
