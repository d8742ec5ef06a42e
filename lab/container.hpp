// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "core/result.hpp"
#include "lab/engine.hpp"
#include "sampler/target.hpp"

namespace vpsfit::lab {

/// One container of ours. When this object dies, it is removed.
class Container {
 public:
  /// Makes it, not started, under a name that tells whose it is. Fails as the engine does.
  [[nodiscard]] static Result<std::unique_ptr<Container>> create(Engine engine, const Subject& subject,
                                                                 const ServerLimits& limits);
  Container(const Container&) = delete;
  Container& operator=(const Container&) = delete;
  ~Container();

  /// Starts it and finds its group. Fails: unavailable (it ended at once: says what it printed; no group is to be
  /// seen).
  [[nodiscard]] Result<sampler::Found> start(const sampler::HostRoot& host, const sampler::CgroupTree& tree);
  /// How it is now, or how it ended.
  [[nodiscard]] Result<ContainerState> state() const { return engine_.inspect(id_); }
  /// Ends it, writes what it printed to `log`, removes it; returns how it ended.
  [[nodiscard]] Result<ContainerState> finish(const std::filesystem::path& log);

 private:
  Container(Engine engine, std::string id) : engine_(std::move(engine)), id_(std::move(id)) {}
  Engine engine_;
  std::string id_;
  bool there_ = true;
};

}  // namespace vpsfit::lab
