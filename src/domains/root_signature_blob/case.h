/// A case of domain root_signature_blob: the bytes of a serialized root signature, which nobody vouches for, and whom
/// they are given to.
///
/// The bytes are said by what they are made of: a root signature, and what is wrong with its serialized form. This
/// domain therefore builds on the case of domain root_signature, which knows nothing of this one.
#pragma once

#include <boost/describe.hpp>
#include <variant>
#include <vector>

#include "base/type_info.h"
#include "domains/root_signature/case.h"
#include "domains/root_signature_blob/leaves.h"

namespace d3d12fuzz::root_signature_blob {

/// Overwrites one word.
struct SetWord {
  Word word = Word::magic;
  ElementIndex index{};  ///< of the part or the parameter; 0 of what there is one of
  Relation relation = Relation::number;
  WordNumber number{};
  bool operator==(const SetWord&) const = default;
};
BOOST_DESCRIBE_STRUCT(SetWord, (), (word, index, relation, number))

/// Adds a copy of a parameter's payload, with its ranges, at the end of the RTS0 part, and points there.
struct MovePayload {
  ElementIndex parameter{};
  Extent gap{};  ///< bytes of zero in front of it
  bool operator==(const MovePayload&) const = default;
};
BOOST_DESCRIBE_STRUCT(MovePayload, (), (parameter, gap))

/// Points a parameter to the payload of another one.
struct SharePayload {
  ElementIndex parameter{};
  ElementIndex other{};
  Extent distance{};  ///< bytes from the start of that payload
  bool operator==(const SharePayload&) const = default;
};
BOOST_DESCRIBE_STRUCT(SharePayload, (), (parameter, other, distance))

/// Adds a part.
struct ExtraPart {
  PartName name = PartName::dxil;
  Extent size{};  ///< of its data
  Fill fill = Fill::zero;
  PartPlace place = PartPlace::back;
  bool operator==(const ExtraPart&) const = default;
};
BOOST_DESCRIBE_STRUCT(ExtraPart, (), (name, size, fill, place))

/// Adds a copy of the RTS0 part as it is, but with flags of its own.
struct DuplicateRts0 {
  root_signature::RootSignatureFlags flags = root_signature::RootSignatureFlags::none;
  PartPlace place = PartPlace::back;
  bool operator==(const DuplicateRts0&) const = default;
};
BOOST_DESCRIBE_STRUCT(DuplicateRts0, (), (flags, place))

/// Takes bytes away from the end of the RTS0 part, which says so.
struct TruncatePart {
  ByteCount bytes{1};
  bool operator==(const TruncatePart&) const = default;
};
BOOST_DESCRIBE_STRUCT(TruncatePart, (), (bytes))

/// Takes bytes away from the end of the container; its parts say what they said.
struct Truncate {
  ByteCount bytes{1};
  bool operator==(const Truncate&) const = default;
};
BOOST_DESCRIBE_STRUCT(Truncate, (), (bytes))

/// Adds bytes at the end of the container that belong to no part.
struct AppendBytes {
  ByteCount bytes{1};
  Fill fill = Fill::zero;
  bool operator==(const AppendBytes&) const = default;
};
BOOST_DESCRIBE_STRUCT(AppendBytes, (), (bytes, fill))

using Edit =
    std::variant<SetWord, MovePayload, SharePayload, ExtraPart, DuplicateRts0, TruncatePart, Truncate, AppendBytes>;

/// What a serializer would write, edited.
struct SerializedSignature {
  root_signature::Version version = root_signature::Version::v1_0;
  root_signature::RootSignatureFlags flags = root_signature::RootSignatureFlags::none;
  std::vector<root_signature::RootParameter> parameters;
  std::vector<root_signature::StaticSampler> static_samplers;
  std::vector<Edit> edits;  ///< made in this order
  TotalSizeForm total_size = TotalSizeForm::refreshed;
  DigestForm digest = DigestForm::refreshed;
  bool operator==(const SerializedSignature&) const = default;
};
BOOST_DESCRIBE_STRUCT(SerializedSignature, (), (version, flags, parameters, static_samplers, edits, total_size, digest))

/// Bytes as they are.
struct RawBytes {
  std::vector<Byte> bytes;
  bool operator==(const RawBytes&) const = default;
};
BOOST_DESCRIBE_STRUCT(RawBytes, (), (bytes))

using Content = std::variant<SerializedSignature, RawBytes>;

struct RootSignatureBlobCase {
  Content content;
  Deserializer deserializer = Deserializer::versioned;
  root_signature::Target target;
  root_signature::ArrayPlacement placement = root_signature::ArrayPlacement::heap;  ///< of the bytes
  bool operator==(const RootSignatureBlobCase&) const = default;
};
BOOST_DESCRIBE_STRUCT(RootSignatureBlobCase, (), (content, deserializer, target, placement))

/// Whether a word is one of several of its kind, and of what kind they are.
enum class WordOwner : std::uint8_t { container, part, parameter, table };
WordOwner owner_of(Word word);

/// Whether a word counts or points into something whose end is known.
bool has_end(Word word);

/// Restores structure, and structure alone: what domain root_signature restores of a root signature; edits refer to
/// parts and parameters that there are, or are gone; what has no end is related to none; amounts of bytes stay below
/// kMostBytes. No other field changes. Deterministic and idempotent.
void repair(RootSignatureBlobCase& value);

/// The most bytes that one edit adds or takes away.
inline constexpr std::uint32_t kMostBytes = 8192;

}  // namespace d3d12fuzz::root_signature_blob

namespace d3d12fuzz {
template <>
inline constexpr std::size_t max_elements<root_signature_blob::Edit> = 8;
// What a root signature and edits say is larger at times, and easier to read and to make smaller.
template <>
inline constexpr std::size_t max_elements<root_signature_blob::Byte> = 512;

template <>
inline constexpr std::string_view alternative_name<root_signature_blob::SerializedSignature> = "SIGNATURE";
template <>
inline constexpr std::string_view alternative_name<root_signature_blob::RawBytes> = "BYTES";
template <>
inline constexpr std::string_view alternative_name<root_signature_blob::SetWord> = "SET_WORD";
template <>
inline constexpr std::string_view alternative_name<root_signature_blob::MovePayload> = "MOVE_PAYLOAD";
template <>
inline constexpr std::string_view alternative_name<root_signature_blob::SharePayload> = "SHARE_PAYLOAD";
template <>
inline constexpr std::string_view alternative_name<root_signature_blob::ExtraPart> = "EXTRA_PART";
template <>
inline constexpr std::string_view alternative_name<root_signature_blob::DuplicateRts0> = "DUPLICATE_RTS0";
template <>
inline constexpr std::string_view alternative_name<root_signature_blob::TruncatePart> = "TRUNCATE_PART";
template <>
inline constexpr std::string_view alternative_name<root_signature_blob::Truncate> = "TRUNCATE";
template <>
inline constexpr std::string_view alternative_name<root_signature_blob::AppendBytes> = "APPEND_BYTES";
}  // namespace d3d12fuzz
