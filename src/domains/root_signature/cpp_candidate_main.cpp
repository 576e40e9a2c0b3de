#include "domains/root_signature/cpp_body.h"
#include "domains/root_signature/cpp_conduct.h"
#include "domains/root_signature/cpp_main.h"
#include "domains/root_signature/cpp_observables.h"

namespace d3d12fuzz::root_signature {
namespace {

constexpr std::string_view kOpen =
    R"(  if (argc < 2) return std::fprintf(stderr, "usage: %s CANDIDATE.so [OPTIONS]\n", argv[0]), 2;
  auto open = reinterpret_cast<d3d12fuzz_open_candidate_fn>(entry_point(argv[1], "d3d12fuzz_open_candidate"));
  d3d12fuzz_candidate candidate = {};
  if (!open || open(D3D12FUZZ_CANDIDATE_VERSION, argc > 2 ? argv[2] : "", &candidate) != 0) return 2;
)";

constexpr std::string_view kCall = "  candidate.root_signature(candidate.context, &input, &result);\n";

constexpr std::size_t kBlobCapacity = std::size_t{1} << 18;

/// One element more than the case has, so that no array is empty and a description that grew is told apart.
std::string one_more(std::size_t count) { return std::to_string(count + 1); }

/// Defines `result` and the arrays behind it.
std::string result_lines(const RootSignatureCase& value) {
  std::size_t range_count = 0;
  for (const RootParameter& parameter : value.parameters) range_count += ranges_of(parameter).size();
  const std::string ranges = one_more(range_count);
  const std::string parameters = one_more(value.parameters.size());
  const std::string samplers = one_more(value.static_samplers.size());
  std::string text = "  d3d12fuzz_progress progress = {};\n  std::uint64_t range_offsets[" + ranges +
                     "] = {}, table_sizes[" + parameters + "] = {};\n  d3d12fuzz_lookup_result found[" +
                     one_more(value.lookups.size()) +
                     "] = {};\n"
                     "  struct Room {\n    d3d12fuzz_described_parameter parameters[" +
                     parameters + "];\n    d3d12fuzz_described_range ranges[" + ranges +
                     "];\n    d3d12fuzz_described_static_sampler static_samplers[" + samplers +
                     "];\n  };\n"
                     "  Room room_1_0 = {}, room_1_1 = {}, room_1_2 = {};\n"
                     "  const auto description_in = [](Room& room) {\n    return d3d12fuzz_description{0, 0, 0, 0, " +
                     parameters + ", " + ranges + ", " + samplers +
                     ", room.parameters, room.ranges, room.static_samplers};\n  };\n"
                     "  d3d12fuzz_root_signature_result result = {};\n"
                     "  result.progress = &progress;\n"
                     "  result.range_offsets = range_offsets;\n"
                     "  result.table_sizes = table_sizes;\n"
                     "  result.lookups = found;\n"
                     "  result.description_1_0 = description_in(room_1_0);\n"
                     "  result.description_1_1 = description_in(room_1_1);\n"
                     "  result.description_1_2 = description_in(room_1_2);\n";
  if (value.serialization.observe_blob == ObserveBlob::yes) {
    text += "  static std::uint8_t blob[" + std::to_string(kBlobCapacity) +
            "];\n"
            "  result.blob = blob;\n"
            "  result.blob_capacity = sizeof(blob);\n";
  }
  return text;
}

/// The same with each array as large as it must be, behind and before which nobody may write.
std::string guarded_result_lines(const RootSignatureCase& value) {
  std::size_t range_count = 0;
  for (const RootParameter& parameter : value.parameters) range_count += ranges_of(parameter).size();
  std::string text;
  std::string intact;
  const auto define = [&](std::string_view type, const std::string& name, std::size_t count) {
    text += "  static Guarded<" + std::string(type) + ", " + std::to_string(count) + "> " + name + ";\n";
    intact += (intact.empty() ? "" : " && ") + name + ".intact()";
  };
  define("d3d12fuzz_root_signature_result", "guarded_result", 1);
  define("d3d12fuzz_progress", "progress", 1);
  define("std::uint64_t", "range_offsets", range_count);
  define("std::uint64_t", "table_sizes", value.parameters.size());
  define("d3d12fuzz_lookup_result", "found", value.lookups.size());
  if (value.serialization.observe_blob == ObserveBlob::yes) define("std::uint8_t", "blob", kBlobCapacity);
  for (const std::string version : {"1_0", "1_1", "1_2"}) {
    define("d3d12fuzz_described_parameter", "parameters_" + version, value.parameters.size() + 1);
    define("d3d12fuzz_described_range", "ranges_" + version, range_count + 1);
    define("d3d12fuzz_described_static_sampler", "static_samplers_" + version, value.static_samplers.size() + 1);
  }
  text += "  const auto is_right = [&] {\n    return " + intact +
          ";\n  };\n"
          "  d3d12fuzz_root_signature_result& result = *guarded_result.data();\n"
          "  std::memset(&result, 0, sizeof(result));\n"
          "  std::memset(progress.data(), 0, sizeof(*progress.data()));\n"
          "  result.progress = progress.data();\n"
          "  result.range_offsets = range_offsets.data();\n"
          "  result.table_sizes = table_sizes.data();\n"
          "  result.lookups = found.data();\n";
  for (const std::string version : {"1_0", "1_1", "1_2"}) {
    text += "  result.description_" + version + " = {0, 0, 0, 0, " + one_more(value.parameters.size()) + ", " +
            one_more(range_count) + ", " + one_more(value.static_samplers.size()) + ", parameters_" + version +
            ".data(), ranges_" + version + ".data(), static_samplers_" + version + ".data()};\n";
  }
  if (value.serialization.observe_blob == ObserveBlob::yes) {
    text += "  result.blob = blob.data();\n  result.blob_capacity = " + std::to_string(kBlobCapacity) + ";\n";
  }
  return text;
}

/// Compares a value, if the candidate gave it.
std::string reported_value_lines(const RootSignatureCase& value, const Difference& difference) {
  const ObservableField& field = observable_fields()[difference.key.field];
  return "  if (progress.stages[" + std::to_string(static_cast<int>(field.stage)) + "].status != D3D12FUZZ_STATUS_" +
         (field.when == Status::rejected ? "REJECTED" : "ACCEPTED") + ") return 2;\n  if (!(result.observed & " +
         std::string(observed_bit(difference.key)) + ")) return 2;\n" +
         value_lines(candidate_member(value, difference.key), difference);
}

/// The call between what shows a fault of conduct.
std::string misconduct_lines(const RootSignatureCase& value, Conduct conduct) {
  std::string text = conduct == Conduct::wrote_outside ? guarded_result_lines(value) : result_lines(value);
  text += lines_before_call(conduct, value, CppInterface::candidate);
  if (conduct == Conduct::leak) {
    text +=
        "  const d3d12fuzz_root_signature_result fresh = result;\n"
        "  const auto call = [&] {\n"
        "    progress = {};\n"
        "    result = fresh;\n"
        "    candidate.root_signature(candidate.context, &input, &result);\n"
        "  };\n";
  } else {
    text += kCall;
  }
  return text + lines_after_call(conduct);
}

}  // namespace

std::string open_lines(std::string_view function) {
  return std::string(kOpen) + "  if (!candidate." + std::string(function) + ") return 2;\n";
}

std::string status_lines(const Difference& difference) {
  const std::string stage(name_of(difference.stage));
  const std::string got = "  const std::uint32_t got = progress.stages[" +
                          std::to_string(static_cast<int>(difference.stage)) + "].status;\n  std::printf(\"" + stage +
                          ": status %u";
  if (difference.kind == DifferenceKind::crash || difference.kind == DifferenceKind::hang) {
    return got + "\\n\", got);\n  return 0;\n";
  }
  const bool expect_rejection = difference.kind == DifferenceKind::rule_not_enforced;
  return got + ", expected " + (expect_rejection ? "rejected (2)" : "accepted (1)") +
         "\\n\", got);\n  return got == D3D12FUZZ_STATUS_" + (expect_rejection ? "ACCEPTED" : "REJECTED") +
         " ? 1 : 0;\n";
}

std::string candidate_main(const RootSignatureCase& value, const CppRequest& request) {
  const Difference& difference = request.difference;
  std::string text = "\n" + std::string(request.candidate_header);
  text += cpp_helpers();
  if (difference.kind == DifferenceKind::misconduct) text += conduct_helpers(*difference.conduct);
  text += "\nint main(int argc, char** argv) {\n" + to_cpp_body(value, CppInterface::candidate) + "\n";
  text += open_lines("root_signature");
  if (difference.kind == DifferenceKind::misconduct) return text + misconduct_lines(value, *difference.conduct) + "}\n";
  text += result_lines(value);
  text += kCall;
  return text +
         (difference.kind == DifferenceKind::wrong_value ? reported_value_lines(value, difference)
                                                         : status_lines(difference)) +
         "}\n";
}

}  // namespace d3d12fuzz::root_signature
