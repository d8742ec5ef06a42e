// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "core/result.hpp"
#include "files/descriptor.hpp"

namespace vpsfit::sampler {

/// Tells which groups were emptied, paused or removed, as soon as it happens.
class LifeWatch {
 public:
  using Token = std::uint64_t;
  LifeWatch() = default;
  LifeWatch(const LifeWatch&) = delete;
  LifeWatch& operator=(const LifeWatch&) = delete;
  virtual ~LifeWatch() = default;

  /// From now on `changed` tells `token` when one of these descriptors has news. Those that cannot be watched (files of
  /// an ordinary disk) are passed over.
  virtual void watch(Token token, const std::vector<int>& descriptors) = 0;
  virtual void forget(Token token) = 0;
  /// Those with news since the last call, each once; never blocks.
  virtual std::vector<Token> changed() = 0;
};

/// The same by the kernel's epoll.
class EventWatch : public LifeWatch {
 public:
  /// Fails (io) where the kernel gives none.
  [[nodiscard]] static Result<std::unique_ptr<EventWatch>> make();

  /// Readable when something happened.
  [[nodiscard]] int descriptor() const { return epoll_.get(); }
  /// Input on this descriptor is news too, of no token.
  void also(int descriptor);
  void watch(Token token, const std::vector<int>& descriptors) override;
  void forget(Token token) override;
  std::vector<Token> changed() override;

 private:
  EventWatch() = default;
  files::Descriptor epoll_;
  std::map<Token, std::vector<int>> watched_;
};

}  // namespace vpsfit::sampler
