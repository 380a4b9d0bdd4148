// SPDX-License-Identifier: MIT
#include "python/answering.h"

#include <utility>

namespace hw::python {

std::string Answering::ask(service::Message message) {
    std::unique_lock lock(mutex_);
    given_ = std::move(message);
    said_.reset();
    if (!thread_.joinable()) thread_ = std::thread([this] { work(); });
    changed_.notify_all();
    changed_.wait(lock, [&] { return said_.has_value(); });
    return *said_;
}

void Answering::close() {
    {
        const std::scoped_lock lock(mutex_);
        isClosed_ = true;
    }
    changed_.notify_all();
    if (thread_.joinable()) thread_.join();
}

void Answering::work() {
    auto question = wait();
    if (!question) return;
    say(service::answerDistant(std::move(*question), [this](std::string request) {
        say(std::move(request));
        return wait();
    }));
}

Result<service::Message> Answering::wait() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return given_.has_value() || isClosed_; });
    if (isClosed_)
        return std::unexpected(
            Problem{Code::cancelled, {}, "The question was cancelled.", {}, std::nullopt});
    return std::exchange(given_, std::nullopt).value();
}

void Answering::say(std::string message) {
    const std::scoped_lock lock(mutex_);
    said_ = std::move(message);
    changed_.notify_all();
}

}  // namespace hw::python
