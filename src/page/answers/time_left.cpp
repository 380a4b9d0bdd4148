// SPDX-License-Identifier: MIT
#include "page/answers/time_left.h"

#include <algorithm>
#include <cmath>

namespace hw {
namespace {

/// With less time or a smaller share, a rate would be a guess.
constexpr double leastSeconds = 3;
constexpr double leastShare = 0.01;

/// A new estimate replaces the shown one if it is this many times larger. A smaller increase is noise.
constexpr double clearlyMore = 1.4;

/// Upper limit of any estimate.
constexpr double most = 100 * 3600.0;

int rounded(double seconds) {
    const double step = seconds <= 30 ? 5 : seconds <= 60 ? 10 : seconds <= 600 ? 60 : 300;
    return static_cast<int>(std::max(std::ceil(seconds / step), 1.0) * step);
}

}  // namespace

void TimeLeft::add(double share, double now) {
    const bool isAnew = firstShare_ < 0 || share < share_;
    share_ = share;
    if (isAnew) {
        firstShare_ = share;
        firstTime_ = now;
        said_ = 0;
        return;
    }
    const double watched = now - firstTime_;
    const double done = share - firstShare_;
    if (watched < leastSeconds || done < leastShare) return;
    const double left = std::min((1 - share) * watched / done, most);
    const int next = rounded(left);
    if (said_ == 0 || next < said_ || left > said_ * clearlyMore) said_ = next;
}

}  // namespace hw
