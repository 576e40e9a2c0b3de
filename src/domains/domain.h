/// What the harness knows of a domain: how to draw, judge, read, write and edit its cases.
#pragma once

#include <boost/json/value.hpp>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/choice_source.h"
#include "base/tree.h"
#include "oracle/difference.h"
#include "oracle/expectation.h"
#include "oracle/observable.h"

namespace d3d12fuzz {

/// One input, of a type that its domain alone knows. A plain value without pointers.
class Case {
 public:
  virtual ~Case() = default;

 protected:
  Case() = default;
  Case(const Case&) = default;
  Case& operator=(const Case&) = default;
};

/// The reference model of a domain, with the memory that it reuses from case to case. Not for two threads at once.
class Model {
 public:
  virtual ~Model() = default;

  /// \param out  cleared first; nothing is allocated in the long run
  virtual void judge(const Case& value, Expectation& out) = 0;
};

/// What an emitted C++ program is to show, and how it reaches the implementation.
struct CppRequest {
  const Difference& difference;
  std::string_view title;             ///< what the first comment says, one or more lines
  std::string_view default_library;   ///< of a D3D12 library: loaded unless the program's first argument names another
  bool ms_abi = false;                ///< of a D3D12 library: its calling convention
  std::string_view candidate_header;  ///< text of d3d12fuzz_candidate.h: call through that interface; empty: D3D12's
};

class Domain {
 public:
  virtual ~Domain() = default;

  virtual std::string_view name() const = 0;         ///< as on the command line: "root_signature"
  virtual std::string_view summary() const = 0;      ///< one line for help
  virtual std::uint32_t format_version() const = 0;  ///< of its JSON and binary form

  /// Brings the JSON of a case of an older version up to the present one.
  /// \param from  at least 1, below format_version()
  /// \throws InputError if the case has fields that its version did not have; other faults are left for the reader
  virtual void migrate(std::uint32_t from, boost::json::value& value) const = 0;

  /// The simplest case.
  virtual std::unique_ptr<Case> make_case() const = 0;

  /// Draws a case: a function of the choices alone. `out` keeps its memory.
  virtual void generate(ChoiceSource& choices, Case& out) const = 0;

  virtual std::unique_ptr<Model> make_model() const = 0;

  /// Whether cases of this domain can keep and break a rule: those of the catalogue's rows that the model judges.
  virtual bool decides(RuleId id) const = 0;

  virtual const TypeInfo& type() const = 0;
  virtual Node tree(const Case& value) const = 0;

  /// Sets `out` to a tree of this domain's type, repaired.
  virtual void assign(Case& out, const Node& tree) const = 0;

  /// Appends the binary form.
  virtual void encode(const Case& value, std::vector<std::uint8_t>& out) const = 0;

  /// Any bytes give a structurally sound case.
  virtual void decode(std::span<const std::uint8_t> bytes, Case& out) const = 0;

  /// How many equivalent forms there are in which a case can be handed over. No answer may depend on the form.
  virtual std::uint32_t form_count() const { return 1; }

  /// Gives a case one of its forms. Precondition: form < form_count()
  virtual void set_form(Case&, std::uint32_t /*form*/) const {}

  /// Indexed by ObservableKey::field.
  virtual std::span<const ObservableField> observable_fields() const = 0;

  /// The case as HLSL writes it; values that HLSL cannot spell are written as numbers.
  virtual std::string hlsl(const Case& value) const = 0;

  /// A source file that hands the case to a compiler of HLSL; nothing if HLSL does not say all of it.
  virtual std::optional<std::string> hlsl_source(const Case&) const { return std::nullopt; }

  /// The case as bytes that an implementation reads; nothing if cases of this domain have no such form.
  virtual std::optional<std::vector<std::uint8_t>> blob(const Case&) const { return std::nullopt; }

  /// What stands in that form, a field a line: offset, bytes, name, value. Nothing where there is none.
  virtual std::optional<std::string> annotated_blob(const Case&) const { return std::nullopt; }

  /// A complete C++ program that hands the case to an implementation and exits with 1 if the difference shows, 0 if
  /// not, 2 if it could not be tried. It includes official headers alone.
  /// \throws InputError if no program can show the difference through the interface asked for
  virtual std::string cpp_program(const Case& value, const CppRequest& request) const = 0;
};

/// All domains, in the order in which help lists them.
std::span<const Domain* const> all_domains();

/// \return null if there is none of that name
const Domain* find_domain(std::string_view name);

/// A copy of a case.
std::unique_ptr<Case> copy_case(const Domain& domain, const Case& value);

/// A case from a tree of the domain's type.
std::unique_ptr<Case> case_from_tree(const Domain& domain, const Node& tree);

/// Why a tree, as loaded, is not the case that its domain would make of it: the path of the first field that repair
/// would change. Nothing if it is sound.
std::optional<std::string> unsound_field(const Domain& domain, const Node& tree);

}  // namespace d3d12fuzz
