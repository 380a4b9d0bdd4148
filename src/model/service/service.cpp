// SPDX-License-Identifier: MIT
#include "model/service/service.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "core/refusal.h"
#include "io/write/json_writer.h"
#include "model/network/key_kinds.h"
#include "model/run/run.h"
#include "model/service/cut_run.h"
#include "model/service/facts_json.h"
#include "model/service/question_parts.h"
#include "model/service/run_json.h"
#include "model/service/run_questions.h"

namespace hw::service {
namespace {

class PartSource : public model::ByteSource {
public:
    PartSource(Service::Read read, int part, std::uint64_t size)
        : read_(read), part_(part), size_(size) {}
    std::uint64_t size() const override { return size_; }
    Result<void> read(std::uint64_t offset, std::span<std::byte> into) override {
        if (offset <= size_ && into.size() <= size_ - offset && read_(part_, offset, into))
            return {};
        return refusal(Code::cannotRead, {}, "Part of the file can’t be read."_tr,
                       "If it was moved or changed, open it again."_tr);
    }

private:
    Service::Read read_;
    int part_;
    std::uint64_t size_;
};

constexpr double mostFileBytes = 9e15;
constexpr double mostMilliseconds = 1e9;
constexpr double largestSeed = 2147483647;
constexpr double mostSide = 1 << 14;
constexpr double largestSound = 1 << 28;

constexpr Field callField{.name = "call", .isNeeded = true};
const std::vector<Field> recipeList = [] {
    std::vector<Field> list;
    for (const RecipeField& row : recipeFields()) list.push_back(row.field);
    return list;
}();
const FieldTable recipeTable{recipeList};
const Field recipeField{
    .name = "recipe", .kind = FieldKind::object, .fields = &recipeTable, .isNeeded = true};
constexpr std::array partFields{
    Field{.name = "name", .isNeeded = true},
    Field{.name = "size", .kind = FieldKind::whole, .most = mostFileBytes, .isNeeded = true},
};
constexpr FieldTable partTable{partFields};
constexpr std::array openFields{
    callField,
    Field{.name = "name", .isNeeded = true},
    Field{.name = "ignoreKeys", .kind = FieldKind::truth},
    Field{.name = "weights"},  // the file to read if there are several
    Field{.name = "parts", .kind = FieldKind::list, .fields = &partTable, .isNeeded = true},
    Field{.name = "step", .kind = FieldKind::whole, .most = model::mostStep},
};
constexpr std::array stepFields{
    callField,
    Field{.name = "step", .kind = FieldKind::whole, .most = model::mostStep, .isNeeded = true},
    Field{.name = "parts", .kind = FieldKind::list, .fields = &partTable, .isNeeded = true},
};
constexpr Field seedField{
    .name = "seed", .kind = FieldKind::whole, .most = largestSeed, .isNeeded = true};
constexpr Field stepField{
    .name = "step", .kind = FieldKind::whole, .most = model::mostStep, .isNeeded = true};
constexpr std::array trainFields{
    callField,
    Field{.name = "name", .isNeeded = true},
    Field{.name = "task", .isNeeded = true},  // of recipes, or one as JSON
    seedField,
    Field{.name = "version", .kind = FieldKind::whole},  // 0 for any
};
constexpr std::array learnFields{
    callField,
    Field{.name = "to", .kind = FieldKind::whole, .most = model::mostStep, .isNeeded = true},
    Field{.name = "milliseconds",
          .kind = FieldKind::real,
          .most = mostMilliseconds,
          .isNeeded = true},
    Field{.name = "from", .kind = FieldKind::whole, .most = model::mostStep, .isNeeded = true},
};
constexpr std::array atStepFields{callField, stepField};
const Field cutsField = std::ranges::find(recipeFields(), "cuts", [](const RecipeField& row) {
                            return row.field.name;
                        })->field;
const std::array testedFields{
    callField,
    stepField,
    cutsField,
    Field{.name = "sequences",
          .kind = FieldKind::whole,
          .least = 1,
          .most = 10'000,
          .isNeeded = true},
};
constexpr std::array pictureFields{
    callField,
    Field{.name = "name", .isNeeded = true},
    Field{.name = "title", .isNeeded = true},
    Field{
        .name = "width", .kind = FieldKind::whole, .least = 1, .most = mostSide, .isNeeded = true},
    Field{
        .name = "height", .kind = FieldKind::whole, .least = 1, .most = mostSide, .isNeeded = true},
};
constexpr std::array soundFields{
    callField,
    Field{.name = "name", .isNeeded = true},
    Field{.name = "title", .isNeeded = true},
    Field{.name = "size",
          .kind = FieldKind::whole,
          .least = 1,
          .most = largestSound,
          .isNeeded = true},
};
const std::array runFields{
    callField,
    recipeField,
    Field{.name = "as", .most = 4e6, .isNeeded = true},
    Field{.name = "ticket", .kind = FieldKind::whole, .most = 4e9},
    Field{.name = "document", .kind = FieldKind::whole, .most = 4e9},
    Field{.name = "name", .isNeeded = true},
    Field{.name = "isShown", .kind = FieldKind::truth},
    Field{.name = "isSettled", .kind = FieldKind::truth},
};
const std::array saysFields{callField, recipeField};
const std::array findFields{callField, recipeField, Field{.name = "part", .isNeeded = true}};
const std::array askFields{callField, recipeField, Field{.name = "question", .isNeeded = true},
                           Field{.name = "arguments", .kind = FieldKind::any, .isNeeded = true}};
const std::array writeFields{
    callField,
    recipeField,
    Field{.name = "most", .kind = FieldKind::whole, .most = 1e6, .isNeeded = true},
    Field{.name = "milliseconds",
          .kind = FieldKind::real,
          .most = mostMilliseconds,
          .isNeeded = true},
    // checkSampling reports values that are out of range.
    Field{.name = "temperature", .kind = FieldKind::real, .least = -1e6, .most = 1e6},
    Field{.name = "topK", .kind = FieldKind::whole, .most = 1e7},
    Field{.name = "topP", .kind = FieldKind::real, .least = -1e6, .most = 1e6},
    Field{.name = "seed", .kind = FieldKind::whole, .most = largestSeed},
};

}  // namespace

std::span<const Service::Call> Service::calls() {
    static const std::array calls{
        Call{"look", openFields, &Service::look, false},
        Call{"open", openFields, &Service::open, false},
        Call{"step", stepFields, &Service::addStep},
        Call{"train", trainFields, &Service::train, false},
        Call{"learn", learnFields, &Service::learn},
        Call{"learned", atStepFields, &Service::learned},
        Call{"tested", testedFields, &Service::tested},
        Call{"keep", atStepFields, &Service::keepStep},
        Call{"picture", pictureFields, &Service::keepPicture},
        Call{"sound", soundFields, &Service::keepSound},
        Call{"run", runFields, &Service::run},
        Call{"says", saysFields, &Service::answers},
        Call{"find", findFields, &Service::find},
        Call{"ask", askFields, &Service::ask},
        Call{"write", writeFields, &Service::write},
    };
    return calls;
}

Result<Service::Request> Service::requestIn(std::string_view text) const {
    auto tree = treeOf(text);
    if (!tree) return std::unexpected(std::move(tree.error()));
    const io::NodeId name =
        tree->is(io::Tree::root, io::Kind::object) ? tree->find(io::Tree::root, "call") : io::none;
    if (!tree->is(name, io::Kind::string)) return badAsk();
    const auto call = std::ranges::find(calls(), tree->string(name), &Call::name);
    if (call == calls().end() || (call->needsModel && session_ == nullptr)) return badAsk();
    if (auto good = checkFields(*tree, io::Tree::root, call->fields, ""); !good)
        return std::unexpected(std::move(good.error()));
    return Request{std::move(*tree), &*call};
}

Result<Reply> Service::take(std::string_view text, const model::Progress& progress) {
    const auto request = requestIn(text);
    if (!request) return std::unexpected(request.error());
    request_ = text;
    if (auto good = useStep(request->values(), progress); !good)
        return std::unexpected(std::move(good.error()));
    return (this->*request->call->take)(request->values(), progress);
}

Result<Reply> Service::answers(const Values& request, const model::Progress& /*progress*/) {
    const Recipe recipe = recipeOf(request.object("recipe"));
    const auto made = latest(recipe);
    if (!made) return std::unexpected(made.error());
    auto json = runJson(recipe, **made);
    if (!json) return std::unexpected(std::move(json.error()));
    return Reply{std::move(*json), {}};
}

Result<std::vector<model::Part>> Service::partsIn(const Values& request, int first) const {
    const std::string weights = request.text("weights");
    std::vector<model::Part> parts;
    for (const Values& part : request.list("parts")) {
        const auto size = static_cast<std::uint64_t>(part.real("size"));
        const int number = first + static_cast<int>(parts.size());
        std::string name = part.text("name");
        const bool isChosen = !weights.empty() && name == weights;
        parts.push_back(
            {std::move(name), std::make_shared<PartSource>(read_, number, size), isChosen});
    }
    if (!weights.empty() && !std::ranges::any_of(parts, &model::Part::isChosen))
        return refusal(Code::cannotRead, weights, "The model has no file with this name."_tr,
                       "Open the model without it."_tr);
    return parts;
}

Result<Reply> Service::look(const Values& request, const model::Progress& /*progress*/) {
    auto parts = partsIn(request, 0);
    if (!parts) return std::unexpected(std::move(parts.error()));
    const auto facts = model::look(std::move(*parts), request.truth("ignoreKeys"));
    if (!facts) return std::unexpected(facts.error());
    return Reply{factsJson(*facts, nullptr, false), {}};
}

void Service::forgetRuns() {
    searching_.reset();
    words_.reset();
    baseAnswers_.reset();
    cut_.reset();
    base_.reset();
}

const std::vector<model::Choice>& Service::baseAnswers(int position) {
    if (!baseAnswers_ || baseAnswers_->first != position)
        baseAnswers_.emplace(position, answersOf(*session_, *base_, position));
    return baseAnswers_->second;
}

void Service::forgetModel() {
    forgetWeights();
    pictures_.clear();
    sounds_.clear();
    tested_ = {};
    session_.reset();
    opened_.reset();
    steps_.reset();
    checkpoints_ = nullptr;
    training_ = nullptr;
}

Result<Reply> Service::open(const Values& request, const model::Progress& progress) {
    auto parts = partsIn(request, 0);
    if (!parts) return std::unexpected(std::move(parts.error()));
    forgetModel();
    partCount_ = static_cast<int>(parts->size());
    auto session = model::Session::open(*parts, progress, {}, request.truth("ignoreKeys"));
    if (!session) return std::unexpected(std::move(session.error()));
    name_ = model::nameWithout(request.text("name"), session->facts().spec.ignoredKeys);
    session_ = opened_ = std::make_shared<const model::Session>(std::move(*session));
    step_ = openedStep_ = request.whole("step", -1);
    auto checkpoints = std::make_unique<model::Checkpoints>(*opened_, std::move(*parts));
    checkpoints_ = checkpoints.get();
    steps_ = std::move(checkpoints);
    return Reply{factsJson(session_->facts(), session_->tokenizer(), session_->comparesTexts(),
                           &session_->soundPrompts()),
                 {}};
}

Result<Reply> Service::find(const Values& request, const model::Progress& /*progress*/) {
    const Recipe recipe = recipeOf(request.object("recipe"));
    const auto made = latest(recipe);
    if (!made) return std::unexpected(made.error());
    JsonWriter json;
    json.beginObject();
    writeAnswers(json, session_->search(**made, positionOf(recipe, **made), request.text("part"),
                                        mostAnswers));
    return Reply{json.endObject().take(), {}};
}

Result<RunQuestion> Service::questionIn(const Values& request, const model::Progress& progress) {
    const Recipe recipe = recipeOf(request.object("recipe"));
    const auto made = latest(recipe);
    if (!made) return std::unexpected(made.error());
    const std::string question = request.text("question");
    auto target = targetOf(recipe);
    if (!target) return std::unexpected(std::move(target.error()));
    // These need no question.
    if (!*target && question != "lens" && question != "contacts" && question != "sound")
        return refusal(Code::badArgument, "model", "This text has no question yet."_tr,
                       "Choose an answer or type a second sentence."_tr);
    Recipe about = recipe.ofText();
    about.target = recipe.target;
    if (about != testedRecipe_) tested_ = {};
    testedRecipe_ = std::move(about);
    return RunQuestion{*session_,
                       *base_,
                       **made,
                       target->value_or(model::Target{}),
                       recipe.target.empty(),
                       request.object("arguments"),
                       progress,
                       nullptr,
                       &known_,
                       0,
                       &tested_,
                       &circuitScores_};
}

Result<Reply> Service::ask(const Values& request, const model::Progress& progress) {
    const std::string question = request.text("question");
    if (auto good = checkQuestion(question, request.object("arguments")); !good)
        return std::unexpected(std::move(good.error()));
    auto asked = questionIn(request, progress);
    if (!asked) return std::unexpected(std::move(asked.error()));
    if (searching_ != nullptr && searching_->request == request_ && searching_->search.done() == 1)
        asked->searched = &searching_->search.decision();
    auto json = answerQuestion(question, *asked);
    if (!json) return std::unexpected(std::move(json.error()));
    return Reply{std::move(*json), {}};
}

Result<model::Run> encodedOf(const model::Session& session, const Recipe& recipe) {
    if (recipe.ids.empty())
        return recipe.isMessage ? session.encodedMessage(recipe.text, recipe.before)
                                : session.encoded(recipe.text, recipe.pair);
    const std::vector<int> ids = numbersIn(recipe.ids, ',');
    if (ids.empty() || std::ranges::min(ids) < 0) return badAsk();
    return session.encodeGenerated(ids);
}

Result<const model::Run*> Service::latest(const Recipe& recipe) {
    Recipe ofText = recipe.ofText();
    if (base_ == nullptr || baseRecipe_ != ofText) {
        // The attention of a long text takes hundreds of megabytes. Free it before the next is computed.
        forgetRuns();
        auto made = startedRun_ != nullptr && startedRun_->recipe == ofText ? finishRun()
                                                                            : plainRun(recipe);
        startedRun_.reset();
        if (!made) return std::unexpected(std::move(made.error()));
        baseRecipe_ = std::move(ofText);
        base_ = std::make_unique<model::Run>(std::move(*made));
    }
    if (!recipe.isCut()) return base_.get();
    if (cut_ != nullptr && cutRecipe_ == recipe.ofRun()) return cut_.get();
    const auto edits = editsOf(*session_, *base_, recipe);
    if (!edits) return std::unexpected(edits.error());
    auto made = changedRun(*session_, *base_, *edits);
    if (!made) return std::unexpected(std::move(made.error()));
    const model::Spec& spec = session_->network().spec;
    cutRecipe_ = recipe.ofRun();
    cutEdges_ = base_->output ? cutEdges(*edits) : cutEdges(edits->encoder, spec, base_->tokens());
    cut_ = std::make_unique<model::Run>(std::move(*made));
    return cut_.get();
}

bool Service::begin(std::string_view text) {
    startedRun_.reset();
    searching_.reset();
    words_.reset();
    const auto request = requestIn(text);
    if (!request || !useStep(request->values(), {})) return false;
    if (request->call->name == "run") return beginRun(request->values());
    return request->call->name == "ask" && beginAsk(text, request->values());
}

bool Service::beginRun(const Values& request) {
    // Most of a written text has been run already.
    if (writing_ != nullptr) return false;
    const model::Facts& facts = session_->facts();
    if (facts.readsPictures() || facts.translates()) return false;
    if (!request.object("recipe").text("images").empty()) return false;
    Recipe recipe = recipeOf(request.object("recipe")).ofText();
    if (base_ != nullptr && baseRecipe_ == recipe) return false;
    auto run = encodedOf(*session_, recipe);
    if (!run) return false;
    auto running = session_->begun(*run);
    if (!running) return false;
    forgetRuns();  // as in latest()
    startedRun_ =
        std::make_unique<StartedRun>(std::move(recipe), std::move(*run), std::move(*running));
    return true;
}

bool Service::beginAsk(std::string_view text, const Values& request) {
    const std::string question = request.text("question");
    if (!checkQuestion(question, request.object("arguments"))) return false;
    const model::Progress nobody;
    const auto asked = questionIn(request, nobody);
    if (!asked) return false;
    words_ = wordRunsFor(question, *asked);
    if (words_ != nullptr) return true;
    auto subject = std::make_unique<model::Subject>(asked->subject());
    auto made = searchFor(question, unitQuestionOf(*asked, *subject));
    if (!made) return false;
    std::optional<model::Deciding> search = std::move(*made);
    if (!search) return false;
    searching_ =
        std::make_unique<Searching>(std::string(text), std::move(subject), std::move(*search));
    return true;
}

double Service::done() const {
    if (words_ != nullptr) return words_->done();
    return searching_ == nullptr ? 0 : searching_->search.done();
}

bool Service::step() {
    if (words_ != nullptr) {
        const auto more = words_->step();
        if (!more.value_or(false)) words_.reset();  // as below
        return words_ != nullptr;
    }
    if (searching_ != nullptr) {
        const auto more = searching_->search.step();
        if (!more) searching_.reset();  // the request meets the problem again, and reports it
        return more.value_or(false);
    }
    if (startedRun_ == nullptr || startedRun_->running.left() == 0) return false;
    startedRun_->running.step();
    return startedRun_->running.left() > 0;
}

Result<model::Run> Service::finishRun() {
    while (startedRun_->running.left() > 0) startedRun_->running.step();
    auto trace = startedRun_->running.take();
    if (!trace) return std::unexpected(std::move(trace.error()));
    startedRun_->run.trace = std::move(*trace);
    return std::move(startedRun_->run);
}

}  // namespace hw::service
