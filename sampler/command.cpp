// SPDX-License-Identifier: MIT
#include "sampler/command.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <linux/sched.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

#include "core/text.hpp"
#include "files/reason.hpp"
#include "sampler/descendants.hpp"

namespace vpsfit::sampler {
namespace {

/// What the child tells through the report pipe where it cannot become the command.
struct Trouble {
  enum class Step : int { group, execute, folder } step = Step::group;
  int error = 0;
};

/// Everything that the child needs, made before it is born: between birth and exec it must not allocate.
struct Birth {
  std::vector<char*> argv;  ///< with the null at the end
  std::vector<int> doors;   ///< cgroup.procs files to enter
  int gate = -1, report = -1;
  int gate_writer = -1;  ///< the parent's end of the gate
  bool silence_input = false;
  pid_t parent = 0;
  int output = -1, errors = -1;
  const char* folder = nullptr;
  std::vector<char*> environment;  ///< with the null at the end; empty: ours
  cpu_set_t cpus{};
  bool pinned = false;
};

[[noreturn]] void give_up(const Birth& birth, Trouble trouble) {
  static_cast<void>(!::write(birth.report, &trouble, sizeof trouble));
  ::_exit(127);
}

[[noreturn]] void become_command(const Birth& birth) {
  // Our copy of the parent's end would keep us waiting at the gate after its death: the signal for that may be blocked.
  ::close(birth.gate_writer);
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (::getppid() != birth.parent) ::_exit(127);  // it died before we asked to be told
  for (const int door : birth.doors)
    if (::write(door, "0", 1) != 1) give_up(birth, {Trouble::Step::group, errno});
  if (birth.silence_input) {
    const int null = ::open("/dev/null", O_RDONLY);
    if (null >= 0) ::dup2(null, STDIN_FILENO);
    if (null > STDIN_FILENO) ::close(null);
  }
  if (birth.pinned && ::sched_setaffinity(0, sizeof birth.cpus, &birth.cpus) != 0)
    give_up(birth, {Trouble::Step::group, errno});
  if (birth.folder != nullptr && ::chdir(birth.folder) != 0) give_up(birth, {Trouble::Step::folder, errno});
  if (birth.output >= 0) ::dup2(birth.output, STDOUT_FILENO);
  if (birth.errors >= 0) ::dup2(birth.errors, STDERR_FILENO);
  if (!birth.environment.empty()) environ = const_cast<char**>(birth.environment.data());  // NOLINT: what exec takes
  // Nothing said yet means: in the group and ready.
  const char ready = 'r';
  if (::write(birth.report, &ready, 1) != 1) ::_exit(127);
  char open = 0;
  while (::read(birth.gate, &open, 1) < 0 && errno == EINTR) {
  }
  if (open != 'o') ::_exit(127);
  sigset_t none;
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  ::execvp(birth.argv.front(), birth.argv.data());
  give_up(birth, {Trouble::Step::execute, errno});
}

struct Pipe {
  files::Descriptor read, write;
};
Result<Pipe> make_pipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0)
    return fail(ErrorKind::io, fmt::format("no pipe for the command: {}", files::reason(errno)));
  return Pipe{files::Descriptor(ends[0]), files::Descriptor(ends[1])};
}

/// Clones straight into the v2 group, so that its first instruction is counted there; -1 where the kernel cannot.
pid_t clone_into(int v2_folder) {
  clone_args args{};
  args.flags = CLONE_INTO_CGROUP;
  args.exit_signal = SIGCHLD;
  args.cgroup = static_cast<__u64>(v2_folder);
  return static_cast<pid_t>(::syscall(SYS_clone3, &args, sizeof args));
}

int exit_status(int raw) { return WIFEXITED(raw) ? WEXITSTATUS(raw) : 128 + WTERMSIG(raw); }

CpuTime cpu_of(const rusage& usage) {
  const auto micros = [](const timeval& t) { return std::int64_t{t.tv_sec} * 1'000'000 + t.tv_usec; };
  return CpuTime{micros(usage.ru_utime) + micros(usage.ru_stime)};
}

bool is_program(const std::string& file) {
  struct stat info {};
  return ::stat(file.c_str(), &info) == 0 && S_ISREG(info.st_mode) && ::access(file.c_str(), X_OK) == 0;
}

}  // namespace

Result<std::string> find_program(const std::string& word) {
  struct stat info {};
  if (word.find('/') != std::string::npos) {
    if (is_program(word)) return word;
    const bool there = ::stat(word.c_str(), &info) == 0;
    return fail(ErrorKind::unavailable,
                fmt::format("the command '{}' {}", printable(word), there ? "is not executable" : "does not exist"), {},
                there ? "chmod +x makes a file executable" : "check the path");
  }
  const char* const path = std::getenv("PATH");
  for (const auto folder : split(path == nullptr ? "/bin:/usr/bin" : path, ':')) {
    std::string candidate = folder.empty() ? word : fmt::format("{}/{}", folder, word);
    if (!word.empty() && is_program(candidate)) return candidate;
  }
  return fail(ErrorKind::unavailable, fmt::format("the command '{}' is not found", printable(word)), {},
              "it is searched in PATH; a program elsewhere needs its path");
}

namespace {

/// The command's variables: the given ones, then ours that they do not replace.
void set_environment(const std::vector<std::string>& given, std::vector<char*>& into) {
  if (given.empty()) return;
  for (const auto& one : given) into.push_back(const_cast<char*>(one.c_str()));  // NOLINT: exec's signature
  for (char** ours = environ; *ours != nullptr; ++ours) {
    const std::string_view name = std::string_view(*ours).substr(0, std::string_view(*ours).find('=') + 1);
    if (std::none_of(given.begin(), given.end(),
                     [&](const std::string& one) { return one.substr(0, name.size()) == name; }))
      into.push_back(*ours);
  }
  into.push_back(nullptr);
}

void surround(const Surroundings& surroundings, Birth& birth) {
  birth.output = surroundings.output;
  birth.errors = surroundings.errors;
  if (!surroundings.folder.empty()) birth.folder = surroundings.folder.c_str();
  set_environment(surroundings.environment, birth.environment);
  birth.pinned = !surroundings.cpus.empty();
  CPU_ZERO(&birth.cpus);
  for (const int cpu : surroundings.cpus)
    if (cpu < CPU_SETSIZE) CPU_SET(static_cast<std::size_t>(cpu), &birth.cpus);
}

}  // namespace

Result<std::unique_ptr<Command>> Command::prepare(const std::vector<std::string>& argv, FreshGroup* group,
                                                  const Surroundings& surroundings) {
  std::unique_ptr<Command> command(new Command);  // NOLINT: the constructor is private
  VPSFIT_TRY(Pipe gate, make_pipe());
  VPSFIT_TRY(Pipe report, make_pipe());
  Birth birth;
  for (const auto& word : argv) birth.argv.push_back(const_cast<char*>(word.c_str()));  // NOLINT: execvp's signature
  birth.argv.push_back(nullptr);
  if (group != nullptr) birth.doors = group->v1_doors();
  birth.gate = gate.read.get();
  birth.gate_writer = gate.write.get();
  birth.report = report.write.get();
  birth.silence_input = ::isatty(STDIN_FILENO) == 1;
  birth.parent = ::getpid();
  surround(surroundings, birth);
  if (group == nullptr) ::prctl(PR_SET_CHILD_SUBREAPER, 1);

  pid_t pid = group != nullptr && group->v2_folder() >= 0 ? clone_into(group->v2_folder()) : -1;
  if (pid < 0) {
    if (group != nullptr && group->v2_door() >= 0) birth.doors.push_back(group->v2_door());
    pid = ::fork();
  }
  if (pid == 0) become_command(birth);
  if (pid < 0) return fail(ErrorKind::io, fmt::format("no process for the command: {}", files::reason(errno)));
  command->pid_ = pid;
  command->word_ = argv.front();
  command->group_ = group;
  command->gate_ = std::move(gate.write);
  command->report_ = std::move(report.read);
  report.write.reset();
  VPSFIT_CHECK(command->await_ready());
  return command;
}

Result<void> Command::await_ready() {
  std::array<char, sizeof(Trouble)> text{};
  ssize_t got = 0;
  while ((got = ::read(report_.get(), text.data(), text.size())) < 0 && errno == EINTR) {
  }
  if (got == 1 && text.front() == 'r') return {};
  Trouble trouble;
  if (got == sizeof trouble) std::memcpy(&trouble, text.data(), sizeof trouble);
  if (trouble.step == Trouble::Step::folder)
    return fail(ErrorKind::unavailable,
                fmt::format("the command's folder cannot be entered: {}", files::reason(trouble.error)));
  return fail(ErrorKind::unavailable,
              fmt::format("the command's process cannot enter its group: {}", files::reason(trouble.error)));
}

Result<void> Command::start() {
  static_cast<void>(!::write(gate_.get(), "o", 1));
  gate_.reset();
  return report();
}

/// Waits until the pipe is closed by a successful exec, or tells why there was none.
Result<void> Command::report() {
  Trouble trouble;
  ssize_t got = 0;
  while ((got = ::read(report_.get(), &trouble, sizeof trouble)) < 0 && errno == EINTR) {
  }
  report_.reset();
  if (got != sizeof trouble) return {};
  return fail(ErrorKind::unavailable,
              fmt::format("the command '{}' cannot be started: {}", printable(word_), files::reason(trouble.error)), {},
              trouble.error == ENOEXEC ? "a script needs a first line like #!/bin/sh" : "");
}

// Without a group we inherit orphans and wait for all of them; with one, other children are somebody else's.
bool Command::ended() {
  const pid_t whom = group_ != nullptr ? pid_ : -1;
  for (;;) {
    int raw = 0;
    rusage usage{};
    const pid_t pid = ::wait4(whom, &raw, WNOHANG, &usage);
    if (pid < 0 && errno == EINTR) continue;
    if (pid <= 0) return status_.has_value();
    reaped_ += cpu_of(usage);
    if (pid == pid_) status_ = exit_status(raw);
  }
}

void Command::terminate() {
  if (status_ || pid_ <= 0) return;
  if (::kill(-pid_, SIGTERM) != 0) ::kill(pid_, SIGTERM);
}

void Command::kill() {
  using namespace std::chrono_literals;
  if (group_ != nullptr) {
    group_->empty(5s);
    for (int attempt = 0; attempt < 200 && !ended(); ++attempt) std::this_thread::sleep_for(5ms);
    return;
  }
  for (int attempt = 0; attempt < 200; ++attempt) {
    const auto alive = descendants(list_processes("/proc"), ::getpid(), false);
    for (const auto& process : alive) ::kill(process.pid, SIGKILL);
    if (ended() && alive.empty()) return;
    std::this_thread::sleep_for(5ms);
  }
}

Command::~Command() {
  if (pid_ > 0 && !status_) kill();
}

}  // namespace vpsfit::sampler
