// SPDX-License-Identifier: MIT
// Computed flows of a question. They stay when the question is dropped, so that it can continue later. Internal to
// engine/store.
#pragma once

#include <cstdint>
#include <list>
#include <memory>
#include <utility>
#include <vector>

#include "core/flow/answers/flow_table.h"
#include "engine/store/open_documents.h"
#include "engine/store/work_key.h"

namespace hw {

class AttentionGraph;

/// The flows of one request, as far as they are computed. A computed value is final.
struct FlowsSoFar {
    FlowTable table;                // without certificates
    std::vector<std::uint8_t> has;  // [layer][sink], 1 if computed for all sources
    std::size_t missing = 0;

    explicit FlowsSoFar(FlowTable empty)
        : table(std::move(empty)), has(table.sinks.size() * table.layers), missing(has.size()) {
        table.certificates = {};
    }
    bool hasSink(int layer, int sink) const { return has[layer * table.sinks.size() + sink] != 0; }
    void note(int layer, int sink) {
        std::uint8_t& one = has[layer * table.sinks.size() + sink];
        missing -= one == 0 ? 1 : 0;
        one = 1;
    }
    double progress() const;
    std::size_t bytes() const { return table.values.size() * sizeof(double) + has.size(); }
};

/// The flows used most recently, at most `budgetBytes` of them, and always the last one.
class FlowCache {
public:
    explicit FlowCache(std::size_t budgetBytes = std::size_t{48} << 20) : budget_(budgetBytes) {}
    /// Null if there are none. `request` must have all sinks.
    std::shared_ptr<FlowsSoFar> find(const WorkKey& key, const FlowRequest& request);
    /// Those that are kept, or new ones without values. Errors: as layOut.
    Result<std::shared_ptr<FlowsSoFar>> begin(const WorkKey& key, const FlowRequest& request,
                                              const AttentionGraph& graph);
    void forget(std::uint32_t document);
    void forget(ExamplePlace place);

private:
    struct Entry {
        WorkKey key;
        FlowRequest request;
        std::shared_ptr<FlowsSoFar> flows;
    };
    std::list<Entry> entries_;  // most recently used first
    std::size_t budget_;
};

}  // namespace hw
