// SPDX-License-Identifier: MIT
// The remaining time of a computation, rounded as people would.
#pragma once

namespace hw {

/// A steady estimate: rounded, silent at first, and raised only if it was clearly too low.
class TimeLeft {
public:
    /// `share` of the work (0..1) is done at `now`, in seconds of a monotonic clock. O(1).
    void add(double share, double now);
    /// In seconds, rounded up to 5, 10, 60 or 300 by size. 0 if not known yet.
    int seconds() const { return said_; }

private:
    double firstShare_ = -1;  ///< negative before the first report
    double firstTime_ = 0;
    double share_ = 0;  ///< of the last report
    int said_ = 0;
};

}  // namespace hw
