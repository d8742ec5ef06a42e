// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <set>

#include "core/text.hpp"
#include "lab/campaign.hpp"
#include "lab/engine.hpp"
#include "lab/limits.hpp"
#include "lab/load_run.hpp"
#include "sampler/command.hpp"

namespace vpsfit::lab {
namespace {

void check_cpus(const Experiment& experiment, Objections& objections) {
  const auto& server = experiment.limits.cpuset;
  const auto& generator = experiment.generator.cpuset;
  const auto here = affinity_of(0);
  for (const auto& [set, place] : {std::pair(server, "limits.cpuset"), std::pair(generator, "generator.cpuset")})
    if (set && here && !set->inside(*here))
      objections.errors.push_back({ErrorKind::unavailable,
                                   fmt::format("the processors {} are not all here: {} are", set->text(), here->text()),
                                   place, "name processors that are online and allowed"});
  if (server && generator && server->overlaps(*generator))
    objections.remarks.push_back(
        fmt::format("server ({}) and generator ({}) share processors: the generator takes from what it measures",
                    server->text(), generator->text()));
  if (!server || !generator)
    objections.remarks.emplace_back(
        "server and generator are not kept apart: without both cpusets they may share processors");
}

void check_image(const Subject& subject, Objections& objections) {
  const auto engine = Engine::find(sampler::HostRoot(), subject.engine);
  const auto image = engine ? engine->image_id(subject.image) : Result<std::string>(fail(Error(engine.error())));
  if (!image) objections.errors.push_back(Error(image.error()).in(subject.name));
}

}  // namespace

Result<const Generator*> generator_for(const Experiment& experiment, LoadMode mode) {
  return choose_generator(experiment.generator.tool, mode, is_installed);
}

Objections look_ahead(const Experiment& experiment) {
  Objections objections;
  check_cpus(experiment, objections);
  for (const auto& subject : experiment.subjects) {
    if (!subject.image.empty()) {
      check_image(subject, objections);
      continue;
    }
    std::error_code ignored;
    if (!std::filesystem::is_directory(subject.folder, ignored)) {
      objections.errors.push_back({ErrorKind::unavailable, "the folder of a subject is not there",
                                   fmt::format("{}: {}", subject.name, printable(subject.folder.string())),
                                   "check the path"});
      continue;
    }
    std::string word = subject.command.front();
    // A path with a slash is seen from the subject's folder.
    if (word.find('/') != std::string::npos && word.front() != '/') word = (subject.folder / word).string();
    if (const auto found = sampler::find_program(word); !found)
      objections.errors.push_back(Error(found.error()).in(subject.name));
  }
  std::set<LoadMode> modes;
  for (const auto& load : experiment.loads) modes.insert(load.mode);
  for (const LoadMode mode : modes)
    if (const auto generator = generator_for(experiment, mode); !generator)
      objections.errors.push_back(generator.error());
  return objections;
}

}  // namespace vpsfit::lab
