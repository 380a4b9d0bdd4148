// SPDX-License-Identifier: MIT
// Other people's maximum flow, under one interface. Each is there if its headers are.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/flow/kernel/attention_graph.h"

#if __has_include(<lemon/preflow.h>)
#include <lemon/preflow.h>
#include <lemon/smart_graph.h>
#define HW_HAS_LEMON 1
#endif
#if __has_include(<boost/graph/push_relabel_max_flow.hpp>)
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/boykov_kolmogorov_max_flow.hpp>
#include <boost/graph/push_relabel_max_flow.hpp>
#define HW_HAS_BOOST 1
#endif
#ifdef HW_HAS_IGRAPH
#include <igraph.h>
#endif

namespace flow_bench {

/// Maximum flow on the network up to one attention layer, set up once, then used for many pairs. Capacities are the
/// grid's whole numbers, so every library computes exactly the same thing.
class Library {
public:
    virtual ~Library() = default;
    virtual double flow(int source, int sink) = 0;
};

template <class Add>
void eachEdge(const hw::AttentionGraph& graph, int layer, Add add) {
    const int n = graph.tokens();
    for (int l = 0; l <= layer; ++l) {
        for (int q = 0; q < n; ++q) {
            for (int k = 0; k < n; ++k) {
                const double steps = graph.row(l, q)[k];
                if (steps > 0.0) add((l + 1) * n + q, l * n + k, static_cast<std::int64_t>(steps));
            }
        }
    }
}

#ifdef HW_HAS_LEMON
class Lemon : public Library {
public:
    Lemon(const hw::AttentionGraph& graph, int layer)
        : top_((layer + 1) * graph.tokens()), capacity_(network_) {
        for (int i = 0; i < (layer + 2) * graph.tokens(); ++i) network_.addNode();
        eachEdge(graph, layer, [&](int from, int to, std::int64_t steps) {
            capacity_[network_.addArc(network_.nodeFromId(from), network_.nodeFromId(to))] = steps;
        });
    }
    double flow(int source, int sink) override {
        Solver solver(network_, capacity_, network_.nodeFromId(top_ + source),
                      network_.nodeFromId(sink));
        solver.runMinCut();
        return static_cast<double>(solver.flowValue());
    }

private:
    using Network = lemon::SmartDigraph;
    using Capacity = Network::ArcMap<std::int64_t>;
    using Solver = lemon::Preflow<Network, Capacity>;
    int top_;
    Network network_;
    Capacity capacity_;
};
#endif

#ifdef HW_HAS_BOOST
class Boost : public Library {
public:
    Boost(const hw::AttentionGraph& graph, int layer, bool pushRelabel)
        : top_((layer + 1) * graph.tokens()),
          pushRelabel_(pushRelabel),
          network_(static_cast<std::size_t>((layer + 2) * graph.tokens())) {
        auto capacity = get(boost::edge_capacity, network_);
        auto reverse = get(boost::edge_reverse, network_);
        eachEdge(graph, layer, [&](int from, int to, std::int64_t steps) {
            const auto there =
                add_edge(static_cast<std::size_t>(from), static_cast<std::size_t>(to), network_)
                    .first;
            const auto back =
                add_edge(static_cast<std::size_t>(to), static_cast<std::size_t>(from), network_)
                    .first;
            capacity[there] = steps;
            capacity[back] = 0;
            reverse[there] = back;
            reverse[back] = there;
        });
    }
    double flow(int source, int sink) override {
        const std::size_t from = top_ + source;
        const std::size_t to = sink;
        return static_cast<double>(pushRelabel_ ? push_relabel_max_flow(network_, from, to)
                                                : boykov_kolmogorov_max_flow(network_, from, to));
    }

private:
    using Traits = boost::adjacency_list_traits<boost::vecS, boost::vecS, boost::directedS>;
    using Network = boost::adjacency_list<
        boost::vecS, boost::vecS, boost::directedS,
        boost::property<boost::vertex_index_t, long,
                        boost::property<boost::vertex_color_t, boost::default_color_type,
                                        boost::property<boost::vertex_distance_t, long,
                                                        boost::property<boost::vertex_predecessor_t,
                                                                        Traits::edge_descriptor>>>>,
        boost::property<
            boost::edge_capacity_t, std::int64_t,
            boost::property<boost::edge_residual_capacity_t, std::int64_t,
                            boost::property<boost::edge_reverse_t, Traits::edge_descriptor>>>>;
    int top_;
    bool pushRelabel_;
    Network network_;
};
#endif

#ifdef HW_HAS_IGRAPH
class Igraph : public Library {
public:
    Igraph(const hw::AttentionGraph& graph, int layer) : top_((layer + 1) * graph.tokens()) {
        std::vector<igraph_integer_t> ends;
        std::vector<igraph_real_t> capacities;
        eachEdge(graph, layer, [&](int from, int to, std::int64_t steps) {
            ends.push_back(from);
            ends.push_back(to);
            capacities.push_back(static_cast<igraph_real_t>(steps));
        });
        igraph_vector_int_t edges;
        igraph_vector_int_init_array(&edges, ends.data(),
                                     static_cast<igraph_integer_t>(ends.size()));
        igraph_create(&network_, &edges, (layer + 2) * graph.tokens(), IGRAPH_DIRECTED);
        igraph_vector_int_destroy(&edges);
        igraph_vector_init_array(&capacity_, capacities.data(),
                                 static_cast<igraph_integer_t>(capacities.size()));
    }
    Igraph(const Igraph&) = delete;
    Igraph& operator=(const Igraph&) = delete;
    ~Igraph() override {
        igraph_vector_destroy(&capacity_);
        igraph_destroy(&network_);
    }
    double flow(int source, int sink) override {
        igraph_real_t value = 0;
        igraph_maxflow_value(&network_, &value, top_ + source, sink, &capacity_, nullptr);
        return value;
    }

private:
    int top_;
    igraph_t network_;
    igraph_vector_t capacity_;
};
#endif

/// The libraries found, by name. `make` takes the index.
inline std::vector<std::string> libraryNames() {
    std::vector<std::string> names;
#ifdef HW_HAS_LEMON
    names.emplace_back("LEMON");
#endif
#ifdef HW_HAS_BOOST
    names.emplace_back("Boost push-relabel");
    names.emplace_back("Boost Boykov-Kolmogorov");
#endif
#ifdef HW_HAS_IGRAPH
    names.emplace_back("igraph");
#endif
    return names;
}

inline std::unique_ptr<Library> makeLibrary([[maybe_unused]] const std::string& name,
                                            [[maybe_unused]] const hw::AttentionGraph& graph,
                                            [[maybe_unused]] int layer) {
#ifdef HW_HAS_LEMON
    if (name == "LEMON") return std::make_unique<Lemon>(graph, layer);
#endif
#ifdef HW_HAS_BOOST
    if (name == "Boost push-relabel") return std::make_unique<Boost>(graph, layer, true);
    if (name == "Boost Boykov-Kolmogorov") return std::make_unique<Boost>(graph, layer, false);
#endif
#ifdef HW_HAS_IGRAPH
    if (name == "igraph") return std::make_unique<Igraph>(graph, layer);
#endif
    return nullptr;
}

}  // namespace flow_bench
