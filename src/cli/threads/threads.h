// SPDX-License-Identifier: MIT
// Threads that the system may refuse. std::thread throws then, and this code does not use exceptions.
#pragma once

#include <pthread.h>

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

namespace hw::cli {

/// `wanted`, or one for each processor.
inline int threadsOf(int wanted) {
    return wanted > 0 ? wanted : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

/// Runs `work` in further threads until it returns in each. If the system refuses some of them, it runs in fewer.
template <class Work>
class Threads {
public:
    Threads(const Work& work, int count) : work_(work) {
        for (int i = 0; i < count; ++i) {
            pthread_t thread{};
            if (::pthread_create(&thread, nullptr, run, this) != 0) return;
            threads_.push_back(thread);
        }
    }
    /// Waits for all of them.
    ~Threads() {
        for (const pthread_t thread : threads_) ::pthread_join(thread, nullptr);
    }
    Threads(const Threads&) = delete;
    Threads& operator=(const Threads&) = delete;

private:
    static void* run(void* self) {
        static_cast<const Threads*>(self)->work_();
        return nullptr;
    }
    const Work& work_;
    std::vector<pthread_t> threads_;
};

/// Calls work(i) for each i below `count`, several at once, in any thread. Calls must not write to the same place.
template <class Work>
void eachOf(int count, int threads, const Work& work) {
    std::atomic<int> next = 0;
    const auto all = [&] {
        for (int i = next++; i < count; i = next++) work(i);
    };
    const Threads<decltype(all)> others(all, std::min(threads, count) - 1);
    all();
}

}  // namespace hw::cli
