// SPDX-License-Identifier: MIT
#include "python/question_thread.h"

#include <utility>

namespace hw::python {

std::string QuestionThread::ask(service::Message message) {
    std::unique_lock lock(mutex_);
    given_ = std::move(message);
    said_.reset();
    if (!thread_.joinable()) thread_ = std::thread([this] { work(); });
    changed_.notify_all();
    changed_.wait(lock, [&] { return said_.has_value(); });
    return *said_;
}

void QuestionThread::close() {
    {
        const std::scoped_lock lock(mutex_);
        isClosed_ = true;
    }
    changed_.notify_all();
    if (thread_.joinable()) thread_.join();
}

void QuestionThread::work() {
    auto question = wait();
    if (!question) return;
    sendMessage(service::answerDistant(std::move(*question), [this](std::string request) {
        sendMessage(std::move(request));
        return wait();
    }));
}

Result<service::Message> QuestionThread::wait() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return given_.has_value() || isClosed_; });
    if (isClosed_)
        return std::unexpected(
            Problem{Code::cancelled, {}, "The question was cancelled.", {}, std::nullopt});
    return std::exchange(given_, std::nullopt).value();
}

void QuestionThread::sendMessage(std::string message) {
    const std::scoped_lock lock(mutex_);
    said_ = std::move(message);
    changed_.notify_all();
}

}  // namespace hw::python
