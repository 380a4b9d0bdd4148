// SPDX-License-Identifier: MIT
// How much longer a computation takes, as one would say it.
#pragma once

namespace hw {

/// An estimate that stays calm: rounded, silent until it is worth saying, and raised only when it was clearly too low.
class TimeLeft {
public:
    /// `share` of the work (0..1) is done at `now`, in seconds of a clock that never goes back. O(1).
    void add(double share, double now);
    /// In seconds, rounded up to 5, 10, 60 or 300 by size; 0: not known yet.
    int seconds() const { return said_; }

private:
    double firstShare_ = -1;  ///< below 0: nothing has been heard yet
    double firstTime_ = 0;
    double share_ = 0;  ///< as last heard
    int said_ = 0;
};

}  // namespace hw
