/// Plain values to bytes and back, for a message between processes of one program and for state that the same build
/// reads again. Numbers stand as they are in memory: neither another build nor another machine reads them.
///
/// A value is a number, an enumeration, a string, a vector, an array, a pair, an optional, a map, or a struct that
/// lists its members by Boost.Describe.
#pragma once

#include <array>
#include <boost/describe.hpp>
#include <boost/mp11.hpp>
#include <cstdint>
#include <cstring>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace d3d12fuzz {

template <class T>
concept ArchivedWhole = std::is_arithmetic_v<T> || std::is_enum_v<T>;

namespace archive_internal {

template <class T>
struct is_array : std::is_array<T> {};
template <class T, std::size_t N>
struct is_array<std::array<T, N>> : std::true_type {};

template <class T>
struct is_list : std::false_type {};
template <class T>
struct is_list<std::vector<T>> : std::true_type {};
template <>
struct is_list<std::string> : std::true_type {};

template <class T>
struct is_map : std::false_type {};
template <class K, class V>
struct is_map<std::map<K, V>> : std::true_type {};

template <class T>
struct is_optional : std::false_type {};
template <class T>
struct is_optional<std::optional<T>> : std::true_type {};

template <class T>
struct is_pair : std::false_type {};
template <class A, class B>
struct is_pair<std::pair<A, B>> : std::true_type {};

template <class T, class Visitor>
void for_each_described(Visitor&& visit) {
  boost::mp11::mp_for_each<boost::describe::describe_members<T, boost::describe::mod_any_access>>(visit);
}

}  // namespace archive_internal

class ArchiveWriter {
 public:
  template <class T>
  void write(const T& value) {
    namespace internal = archive_internal;
    if constexpr (ArchivedWhole<T>) {
      bytes_.append(reinterpret_cast<const char*>(&value), sizeof(value));
    } else if constexpr (internal::is_list<T>::value) {
      write(std::uint64_t{value.size()});
      write_elements(value);
    } else if constexpr (internal::is_array<T>::value) {
      write_elements(value);
    } else if constexpr (internal::is_map<T>::value) {
      write(std::uint64_t{value.size()});
      write_elements(value);
    } else if constexpr (internal::is_optional<T>::value) {
      write(value.has_value());
      if (value) write(*value);
    } else if constexpr (internal::is_pair<T>::value) {
      write(value.first);
      write(value.second);
    } else {
      internal::for_each_described<T>([&](auto member) { write(value.*member.pointer); });
    }
  }

  const std::string& bytes() const { return bytes_; }

 private:
  template <class T>
  void write_elements(const T& values) {
    for (const auto& element : values) write(element);
  }

  std::string bytes_;
};

class ArchiveReader {
 public:
  explicit ArchiveReader(std::string_view bytes) : rest_(bytes) {}

  /// \throws std::runtime_error if the bytes end before the value does
  template <class T>
  void read(T& value) {
    namespace internal = archive_internal;
    if constexpr (ArchivedWhole<T>) {
      require(sizeof(value));
      std::memcpy(&value, rest_.data(), sizeof(value));
      rest_.remove_prefix(sizeof(value));
    } else if constexpr (internal::is_list<T>::value) {
      value.resize(read_length());
      for (auto& element : value) read(element);
    } else if constexpr (internal::is_array<T>::value) {
      for (auto& element : value) read(element);
    } else if constexpr (internal::is_map<T>::value) {
      value.clear();
      for (std::size_t left = read_length(); left > 0; --left) {
        std::pair<typename T::key_type, typename T::mapped_type> entry;
        read(entry);
        value.insert(std::move(entry));
      }
    } else if constexpr (internal::is_optional<T>::value) {
      bool present = false;
      read(present);
      value.reset();
      if (present) read(value.emplace());
    } else if constexpr (internal::is_pair<T>::value) {
      read(value.first);
      read(value.second);
    } else {
      internal::for_each_described<T>([&](auto member) { read(value.*member.pointer); });
    }
  }

  bool at_end() const { return rest_.empty(); }

 private:
  void require(std::size_t size) const {
    if (size > rest_.size()) throw std::runtime_error("archived bytes end too early");
  }

  /// Each element takes a byte at least, so that a wrong length asks for no memory that the bytes could not fill.
  std::size_t read_length() {
    std::uint64_t length = 0;
    read(length);
    require(length);
    return length;
  }

  std::string_view rest_;
};

template <class T>
std::string to_archive(const T& value) {
  ArchiveWriter writer;
  writer.write(value);
  return writer.bytes();
}

/// \throws std::runtime_error if the bytes are not those of one such value
template <class T>
T from_archive(std::string_view bytes) {
  ArchiveReader reader(bytes);
  T value{};
  reader.read(value);
  if (!reader.at_end()) throw std::runtime_error("archived bytes go on behind their value");
  return value;
}

}  // namespace d3d12fuzz
