// Personal bests of all users with simdjson On-Demand, in one pass over the mapped file.
//
// usage: simdjson_pbs LOG
//
// Folds as replog does: the sets of a user's current session are kept until another begins, because
// that is where mistakes are set right. A correction of anything older starts over with all kept.
// Fields are asked for in the order in which replog writes them, which is On-Demand's fastest case,
// and found in any other order too.
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <vector>

#include <simdjson.h>

using namespace simdjson;
using std::string_view;

namespace {

constexpr double kilogramsPerPound = 0.45359237;
/// Bytes indexed at a time; a line is at most this long.
constexpr size_t batchSize = 1 << 20;

/// Hashes strings and views alike, so that looking up a view makes no string.
struct TextHash {
  using is_transparent = void;
  size_t operator()(string_view text) const { return std::hash<string_view>{}(text); }
};

/// Small numbers for repeated strings.
class Names {
 public:
  Names() { numbers_.reserve(4096); }

  uint32_t number(string_view text) {
    if (auto found = numbers_.find(text); found != numbers_.end()) return found->second;
    auto number = uint32_t(texts_.size());
    texts_.emplace_back(text);
    numbers_.emplace(texts_.back(), number);
    return number;
  }

  const std::string& text(uint32_t number) const { return texts_[number]; }

 private:
  std::unordered_map<std::string, uint32_t, TextHash, std::equal_to<>> numbers_;
  std::vector<std::string> texts_;
};

struct Set {
  std::string id;
  std::string session;
  uint32_t exercise;
  int64_t reps;
  double kilograms;
  double seconds = 0, metres = 0;
  int64_t seq;

  double score() const { return kilograms > 0 ? double(reps) * kilograms : 0; }

  /// Where nothing was lifted the product is 0, and the others decide.
  bool isBetterThan(const Set& other) const {
    double mine = score(), its = other.score();
    if (mine != its || mine != 0) return mine > its;
    return std::tuple(std::min(kilograms, 0.0), reps, seconds, metres) >
           std::tuple(std::min(other.kilograms, 0.0), other.reps, other.seconds, other.metres);
  }
};

/// One user's bests, and the sets that may still be corrected.
class Bests {
 public:
  std::unordered_map<uint32_t, Set> settled;

  void log(Set&& set, bool keepsAll) {
    if (!keepsAll && !kept_.empty() && kept_.back().session != set.session) settle();
    kept_.push_back(std::move(set));
  }

  /// The set with this id; null when it is kept no more.
  Set* find(string_view id) {
    auto found = std::find_if(
        kept_.rbegin(), kept_.rend(), [&](const Set& set) { return set.id == id; });
    return found == kept_.rend() ? nullptr : &*found;
  }

  /// Lets go of what does not count; false when it was a best already.
  template <class Predicate>
  bool takeBack(Predicate isMeant) {
    kept_.erase(std::remove_if(kept_.begin(), kept_.end(), isMeant), kept_.end());
    return std::none_of(
        settled.begin(), settled.end(), [&](const auto& entry) { return isMeant(entry.second); });
  }

  void settle() {
    for (auto& set : kept_) {
      auto [place, isNew] = settled.try_emplace(set.exercise, set);
      if (!isNew && set.isBetterThan(place->second)) place->second = set;
    }
    kept_.clear();
  }

 private:
  std::vector<Set> kept_;
};

/// What SetLogged and SetRevised may say about a load.
struct Load {
  bool hasWeight = false;
  double kilograms = 0;

  explicit Load(ondemand::object& data) {
    double weight;
    if (data["weight"].get_double().get(weight)) return;
    hasWeight = true;
    string_view unit;
    bool isPounds = !data["unit"].get_string().get(unit) && unit == "lb";
    kilograms = isPounds ? weight * kilogramsPerPound : weight;
  }
};

class Fold {
 public:
  explicit Fold(bool keepsAll) : keepsAll_(keepsAll) { bests_.reserve(1024); }

  bool isExact() const { return isExact_; }

  template <class Document>
  void apply(Document& line) {
    int64_t seq = line["seq"].get_int64();
    string_view id = line["id"].get_string();
    string_view user;
    if (line["user"].get_string().get(user)) return;
    string_view type = line["type"].get_string();
    bool logs = type == "SetLogged", revises = type == "SetRevised", removes = type == "SetRemoved";
    if (!logs && !revises && !removes && type != "SessionDiscarded") return;
    Bests& bests = bests_[users_.number(user)];
    ondemand::object data = line["data"].get_object();
    if (logs) return log(bests, seq, id, data);
    if (revises) return revise(bests, data);
    string_view meant = data[removes ? "set" : "session"].get_string();
    bool wasOpen = bests.takeBack(
        [&](const Set& set) { return (removes ? set.id : set.session) == meant; });
    isExact_ = isExact_ && (wasOpen || keepsAll_);
  }

  /// Prints a line for each user and exercise, sorted by bytes.
  void print() {
    std::vector<std::string> rows;
    for (auto& [user, bests] : bests_) {
      bests.settle();
      for (auto& [exercise, set] : bests.settled) rows.push_back(row(user, set));
    }
    std::sort(rows.begin(), rows.end());
    for (auto& row : rows) fwrite(row.data(), 1, row.size(), stdout);
  }

 private:
  std::string row(uint32_t user, const Set& set) {
    char numbers[96];
    snprintf(
        numbers, sizeof numbers, "\t%.17g\t%lld\t%lld\n", set.score(), (long long)set.reps,
        (long long)set.seq);
    return users_.text(user) + "\t" + exercises_.text(set.exercise) + numbers;
  }

  void log(Bests& bests, int64_t seq, string_view id, ondemand::object& data) {
    Set set;
    set.id = id;
    set.session = string_view(data["session"].get_string());
    set.exercise = exercises_.number(data["exercise"].get_string());
    set.reps = data["reps"].get_int64();
    set.kilograms = Load(data).kilograms;
    // They decide where the product is 0; a field that is not there is looked for through all of them.
    if (keepsAll_ || set.score() == 0) {
      set.seconds = amount(data["seconds"]);
      set.metres = amount(data["metres"]);
    }
    set.seq = seq;
    bests.log(std::move(set), keepsAll_);
  }

  void revise(Bests& bests, ondemand::object& data) {
    Set* set = bests.find(string_view(data["set"].get_string()));
    if (!set) {
      isExact_ = isExact_ && keepsAll_;
      return;
    }
    int64_t reps;
    if (!data["reps"].get_int64().get(reps)) set->reps = reps;
    if (Load load(data); load.hasWeight) set->kilograms = load.kilograms;
    isExact_ = isExact_ && (keepsAll_ || set->score() != 0);
  }

  /// The number of a field; 0 where there is none.
  template <class Value>
  static double amount(Value&& value) {
    double number;
    return value.get_double().get(number) ? 0 : number;
  }

  bool keepsAll_;
  bool isExact_ = true;
  Names users_, exercises_;
  std::unordered_map<uint32_t, Bests> bests_;
};

/// A file in memory with the padding behind it that simdjson demands.
struct MappedFile {
  const char* bytes = nullptr;
  size_t size = 0, capacity = 0;

  explicit MappedFile(const char* path) {
    int file = open(path, O_RDONLY);
    struct stat status;
    if (file < 0 || fstat(file, &status) != 0) {
      perror(path);
      exit(1);
    }
    size = size_t(status.st_size);
    capacity = size + SIMDJSON_PADDING;
    // Zeros first, the file over them: the end of the last page and the one behind it stay readable.
    void* start = mmap(nullptr, capacity, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (size > 0) start = mmap(start, size, PROT_READ, MAP_PRIVATE | MAP_FIXED, file, 0);
    bytes = static_cast<const char*>(start);
    close(file);
  }
};

Fold folded(const MappedFile& file, bool keepsAll) {
  Fold fold(keepsAll);
  ondemand::parser parser;
  ondemand::document_stream lines = parser.iterate_many(file.bytes, file.size, batchSize);
  for (auto line : lines) {
    auto document = line.value();
    fold.apply(document);
  }
  return fold;
}

}  // namespace

int main(int count, char** arguments) try {
  if (count == 2 && string_view(arguments[1]) == "--version") {
    printf(
        "%d.%d.%d %s\n", SIMDJSON_VERSION_MAJOR, SIMDJSON_VERSION_MINOR, SIMDJSON_VERSION_REVISION,
        get_active_implementation()->name().c_str());
    return 0;
  }
  MappedFile file(arguments[1]);
  Fold fold = folded(file, false);
  if (!fold.isExact()) fold = folded(file, true);
  fold.print();
} catch (const std::exception& error) {
  std::cerr << error.what() << "\n";
  return 1;
}
