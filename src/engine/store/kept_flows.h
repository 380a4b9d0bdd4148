// SPDX-License-Identifier: MIT
// Flows that were computed for a question, kept while questions come and go: what was stopped goes on where it was. Internal
// to engine/store.
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

/// The flows of one request, as far as they are computed. A value that is there is final.
struct FlowsSoFar {
    FlowTable table;                // its certificates are none
    std::vector<std::uint8_t> has;  // [layer][sink]: of all sources
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

/// Those asked for last, at most `budgetBytes` of them and the last one.
class KeptFlows {
public:
    explicit KeptFlows(std::size_t budgetBytes = std::size_t{48} << 20) : budget_(budgetBytes) {}
    /// Null if there are none. `request` to all sinks.
    std::shared_ptr<FlowsSoFar> find(const WorkKey& key, const FlowRequest& request);
    /// Those that are kept, or none yet. Errors: as layOut.
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
