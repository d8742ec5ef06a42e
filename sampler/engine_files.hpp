// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <vector>

#include "sampler/cgroup_tree.hpp"
#include "sampler/containers.hpp"
#include "sampler/known.hpp"

/// What container engines write down about their containers, read without asking them. Who may not read these files
/// learns nothing from them.
namespace vpsfit::sampler {

/// The folders in which an engine of one user keeps its files, as that user's configuration says or as usual.
struct EngineFolders {
  std::vector<std::filesystem::path> docker;   ///< hold ID/config.v2.json
  std::vector<std::filesystem::path> storage;  ///< of containers/storage: hold DRIVER-containers/containers.json
};
/// Of the system's engines (nullopt), or of a user's, whose home /etc/passwd names.
[[nodiscard]] EngineFolders engine_folders(const HostRoot& host, std::optional<long> user);

/// What the files say of these containers; one that no file mentions is left out. Reads only files of a few MiB.
[[nodiscard]] std::vector<Known> read_engine_files(const HostRoot& host, const std::vector<Container>& containers);

/// What the files say of all containers of the system's engines, those that do not run among them; for messages.
[[nodiscard]] std::vector<Known> read_all_engine_files(const HostRoot& host);

}  // namespace vpsfit::sampler
