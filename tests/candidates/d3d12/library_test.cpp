#include "candidates/d3d12/registration.h"

#include <elf.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <cstring>
#include <filesystem>
#include <fstream>

#include "base/error.h"
#include "base/file.h"
#include "candidates/d3d12/calling_convention.h"
#include "candidates/d3d12/library.h"
#include "candidates/registry.h"
#include "domains/root_signature/domain.h"
#include "support/notation.h"

namespace d3d12fuzz {
namespace {

namespace fs = std::filesystem;
using testing::AnyOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

#if defined(__x86_64__)
constexpr std::string_view kMachine = "x86-64";
constexpr int kOtherMachine = EM_AARCH64;
constexpr std::string_view kOtherName = "AArch64";
#else
constexpr std::string_view kMachine = "AArch64";
constexpr int kOtherMachine = EM_X86_64;
constexpr std::string_view kOtherName = "x86-64";
#endif

std::string error_of(const std::string& spec) {
  try {
    open_candidate(spec, {});
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

class D3d12Library : public testing::Test {
 protected:
  D3d12Library() {
    std::string name = testing::TempDir() + "d3d12fuzz-library-XXXXXX";
    folder_ = mkdtemp(name.data());
  }
  ~D3d12Library() override { fs::remove_all(folder_); }

  /// What opening a file of that content says behind the file's name.
  std::string error_of_file(std::string_view content) const {
    const std::string path = (folder_ / "lib.so").string();
    write_file(path, content);
    return error_at(path);
  }

  /// For a path as well as with a convention, where nothing is tried in a process of its own before.
  static std::string error_at(const std::string& path) {
    const std::string prefix = "D3D12 library '" + path + "': ";
    const std::string error = error_of("d3d12:" + path);
    EXPECT_THAT(error, StartsWith(prefix));
    EXPECT_EQ(error_of("d3d12:" + path + ",abi=sysv"), error);
    return error.substr(std::min(prefix.size(), error.size()));
  }

  static std::string expecting(std::string_view what) {
    return std::string(what) + "; expected a shared library for " + std::string(kMachine);
  }

  fs::path folder_;
};

Elf64_Ehdr header() {
  Elf64_Ehdr elf{};
  std::memcpy(elf.e_ident, ELFMAG, SELFMAG);
  elf.e_ident[EI_CLASS] = ELFCLASS64;
  elf.e_ident[EI_DATA] = ELFDATA2LSB;
  elf.e_ident[EI_VERSION] = EV_CURRENT;
  elf.e_type = ET_DYN;
  elf.e_machine = kMachine == "x86-64" ? EM_X86_64 : EM_AARCH64;
  return elf;
}

std::string bytes_of(const Elf64_Ehdr& elf) { return {reinterpret_cast<const char*>(&elf), sizeof(elf)}; }

TEST_F(D3d12Library, that_does_not_exist_is_named) {
  EXPECT_EQ(error_at("/nonexistent/lib.so"), "no such file");
  EXPECT_EQ(error_at((folder_ / "lib.so").string()), "no such file");
}

TEST_F(D3d12Library, a_text_file_is_none) { EXPECT_EQ(error_of_file("INPUT(-lfoo)\n"), expecting("is a text file")); }

TEST_F(D3d12Library, a_folder_is_none) {
  EXPECT_EQ(error_at(folder_.string()), "is a folder; expected a shared library");
}

TEST_F(D3d12Library, a_device_is_none) {
  EXPECT_EQ(error_at("/dev/null"), "is not a regular file; expected a shared library");
}

TEST_F(D3d12Library, an_empty_file_is_none) { EXPECT_EQ(error_of_file(""), expecting("is empty")); }

TEST_F(D3d12Library, a_windows_library_is_none) {
  EXPECT_EQ(error_of_file(std::string("MZ\x90\0\x03", 5)), expecting("is a Windows program or DLL"));
}

TEST_F(D3d12Library, other_bytes_are_none) {
  EXPECT_EQ(error_of_file(std::string("DXBC\0\x01\x02", 7)), expecting("is not an ELF file"));
}

TEST_F(D3d12Library, a_cut_off_elf_header_is_told) {
  EXPECT_EQ(error_of_file(bytes_of(header()).substr(0, 40)), expecting("is cut off within its ELF header"));
}

TEST_F(D3d12Library, a_cut_off_library_is_refused_in_one_line) {
  // The harness itself is an ELF file of some megabytes.
  std::ifstream program("/proc/self/exe", std::ios::binary);
  std::string start(4096, '\0');
  program.read(start.data(), static_cast<std::streamsize>(start.size()));
  Elf64_Ehdr elf;
  std::memcpy(&elf, start.data(), sizeof(elf));
  elf.e_type = ET_DYN;
  std::memcpy(start.data(), &elf, sizeof(elf));
  const std::string error = error_of_file(start);
  EXPECT_THAT(error, StartsWith("is cut off"));
  EXPECT_THAT(error, Not(HasSubstr("\n")));
}

TEST_F(D3d12Library, of_another_processor_is_told) {
  Elf64_Ehdr elf = header();
  elf.e_machine = kOtherMachine;
  EXPECT_EQ(error_of_file(bytes_of(elf)), expecting("is for " + std::string(kOtherName)));
  elf.e_machine = EM_386;
  EXPECT_EQ(error_of_file(bytes_of(elf)), expecting("is for x86 (32 bits)"));
  elf = header();
  elf.e_ident[EI_DATA] = ELFDATA2MSB;
  EXPECT_EQ(error_of_file(bytes_of(elf)), expecting("is for a big-endian processor"));
}

TEST_F(D3d12Library, a_program_or_an_object_file_is_none) {
  Elf64_Ehdr elf = header();
  elf.e_type = ET_EXEC;
  EXPECT_EQ(error_of_file(bytes_of(elf)), expecting("is a program"));
  elf.e_type = ET_REL;
  EXPECT_EQ(error_of_file(bytes_of(elf)), expecting("is an object file"));
}

TEST_F(D3d12Library, without_the_entry_points_is_refused) {
  EXPECT_EQ(error_at("libm.so.6"), "does not export D3D12SerializeVersionedRootSignature");
}

TEST_F(D3d12Library, that_the_linker_does_not_find_is_named_once) {
  EXPECT_EQ(error_at("libno-such-library.so.9"),
            "cannot be loaded: libno-such-library.so.9: cannot open shared object file: No such file or directory");
}

TEST(CallingConvention, is_not_looked_for_without_end) {
  const std::string path = D3D12FUZZ_ENDLESS_LIBRARY;
  try {
    d3d12::detect_calling_convention(path, std::chrono::milliseconds(50));
    ADD_FAILURE() << "a library that never answers has a convention";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), StartsWith("D3D12 library '" + path +
                                         "': serializes an empty root signature in neither calling convention; "));
  }
}

// ---- Specs

TEST(LibrarySpec, is_a_path_and_a_convention) {
  const d3d12::LibraryOptions plain = d3d12::parse_library_spec("d3d12", "/x/lib.so");
  EXPECT_EQ(plain.path, "/x/lib.so");
  EXPECT_EQ(plain.convention, std::nullopt);
  EXPECT_EQ(d3d12::parse_library_spec("d3d12", "/x/lib.so,abi=ms").convention, d3d12::CallingConvention::ms_abi);
  EXPECT_EQ(d3d12::parse_library_spec("d3d12", "/x/lib.so,abi=sysv").convention, d3d12::CallingConvention::sysv_abi);
  EXPECT_EQ(d3d12::parse_library_spec("d3d12", "/x/a,b.so").path, "/x/a,b.so");
}

TEST(LibrarySpec, without_path_is_the_default_library) {
  EXPECT_EQ(d3d12::parse_library_spec("d3d12", "").path, "libvkd3d-utils.so.1");
  EXPECT_EQ(d3d12::parse_library_spec("d3d12", ",abi=ms").path, "libvkd3d-utils.so.1");
}

TEST(LibrarySpec, of_the_helper_has_a_version_to_convert_down_to) {
  const auto max_version = [](std::string_view text) { return d3d12::parse_library_spec("d3dx12", text).max_version; };
  EXPECT_EQ(max_version(""), D3D_ROOT_SIGNATURE_VERSION_1_1);
  EXPECT_EQ(max_version("/x/lib.so"), D3D_ROOT_SIGNATURE_VERSION_1_1);
  EXPECT_EQ(max_version("/x/lib.so,max=1.0"), D3D_ROOT_SIGNATURE_VERSION_1_0);
  EXPECT_EQ(max_version("/x/lib.so,max=1.1"), D3D_ROOT_SIGNATURE_VERSION_1_1);
  EXPECT_EQ(max_version(",max=1.0"), D3D_ROOT_SIGNATURE_VERSION_1_0);
  EXPECT_EQ(d3d12::parse_library_spec("d3dx12", ",max=1.0").path, "libvkd3d-utils.so.1");
}

TEST(LibrarySpec, has_its_options_in_any_order) {
  for (const std::string_view text : {"/x/a,b.so,max=1.0,abi=ms", "/x/a,b.so,abi=ms,max=1.0"}) {
    const d3d12::LibraryOptions spec = d3d12::parse_library_spec("d3dx12", text);
    EXPECT_EQ(spec.path, "/x/a,b.so");
    EXPECT_EQ(spec.convention, d3d12::CallingConvention::ms_abi);
    EXPECT_EQ(spec.max_version, D3D_ROOT_SIGNATURE_VERSION_1_0);
  }
}

TEST(LibrarySpec, without_helper_has_no_version) {
  EXPECT_EQ(d3d12::parse_library_spec("d3d12", "/x/lib.so").max_version, std::nullopt);
  EXPECT_EQ(error_of("d3d12:/x/lib.so,max=1.0"),
            "candidate 'd3d12:/x/lib.so,max=1.0': max= is an option of d3dx12, which converts down; expected d3dx12 or "
            "no max=");
}

TEST(LibrarySpec, with_another_value_is_refused) {
  for (const std::string version : {"1.2", "1", "", "1.0 ", "2.0"}) {
    EXPECT_EQ(error_of("d3dx12:/x/lib.so,max=" + version), "candidate 'd3dx12:/x/lib.so,max=" + version +
                                                               "': unknown version '" + version +
                                                               "'; expected max=1.0 or max=1.1");
  }
  EXPECT_EQ(error_of("d3dx12:/x/lib.so,abi=win,max=1.0"),
            "candidate 'd3dx12:/x/lib.so,abi=win,max=1.0': unknown calling convention 'win'; expected abi=ms or "
            "abi=sysv");
  EXPECT_EQ(error_of("d3d12:/x/lib.so,abi=MS"),
            "candidate 'd3d12:/x/lib.so,abi=MS': unknown calling convention 'MS'; expected abi=ms or abi=sysv");
}

TEST(LibraryOptions, are_read_as_they_are_written) {
  for (const std::string text : {"/x/lib.so", "/x/lib.so,abi=ms", "/x/a,b.so,max=1.0", "x.so,abi=sysv,max=1.1"}) {
    EXPECT_EQ(d3d12::text_of(d3d12::parse_library_options(text)), text);
  }
  EXPECT_EQ(d3d12::text_of(d3d12::parse_library_options("")), "libvkd3d-utils.so.1");
}

// ---- The plug-in's function

int open_library(std::uint32_t version, const char* options, d3d12fuzz_candidate& candidate) {
  candidate = {};
  return d3d12::open_library(version, options, &candidate);
}

TEST(OpenLibrary, of_another_version_says_which_one_it_knows) {
  d3d12fuzz_candidate candidate;
  EXPECT_EQ(open_library(2, "", candidate), D3D12FUZZ_OTHER_VERSION);
  EXPECT_EQ(candidate.version, std::uint32_t{D3D12FUZZ_CANDIDATE_VERSION});
}

TEST(OpenLibrary, says_what_is_wrong_with_its_options) {
  d3d12fuzz_candidate candidate;
  EXPECT_EQ(open_library(D3D12FUZZ_CANDIDATE_VERSION, ",abi=win", candidate), D3D12FUZZ_BAD_OPTIONS);
  EXPECT_STREQ(candidate.error, "unknown calling convention 'win'; expected abi=ms or abi=sysv");
  EXPECT_EQ(open_library(D3D12FUZZ_CANDIDATE_VERSION, ",max=1.2", candidate), D3D12FUZZ_BAD_OPTIONS);
  EXPECT_STREQ(candidate.error, "unknown version '1.2'; expected max=1.0 or max=1.1");
}

TEST(OpenLibrary, says_what_is_wrong_with_the_library) {
  d3d12fuzz_candidate candidate;
  for (const char* options : {"/nonexistent/lib.so", "/nonexistent/lib.so,abi=ms"}) {
    EXPECT_EQ(open_library(D3D12FUZZ_CANDIDATE_VERSION, options, candidate), D3D12FUZZ_CANNOT_OPEN);
    EXPECT_STREQ(candidate.error, "D3D12 library '/nonexistent/lib.so': no such file");
  }
}

// ---- A real library, where there is one

TEST(DefaultLibrary, judges_an_ordinary_case_or_says_that_it_is_missing) {
  std::unique_ptr<Candidate> candidate;
  try {
    // The first case makes the device, which takes long on a machine that has much else to do.
    candidate = open_candidate("d3d12", {.timeout = std::chrono::minutes(1)});
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), StartsWith("D3D12 library 'libvkd3d-utils.so.1': cannot be loaded: "));
    EXPECT_THAT(error.what(), Not(HasSubstr("\n")));
    return;
  }
  EXPECT_EQ(candidate->provenance().name, "d3d12:libvkd3d-utils.so.1");
  EXPECT_THAT(candidate->provenance().path, StartsWith("/"));
  EXPECT_THAT(candidate->provenance().calling_convention, AnyOf("ms_abi", "sysv_abi"));

  const Domain& domain = root_signature::domain();
  ASSERT_TRUE(candidate->supports(domain));
  const std::unique_ptr<Case> legal =
      case_from_tree(domain, to_tree(test::notation("V=1.0 T[ALL](R(SRV,1,0,0,A),R(CBV,2,0,0,A))")));
  const std::unique_ptr<Case> illegal =
      case_from_tree(domain, to_tree(test::notation("V=1.0 T[ALL](R(SRV,1,0,0,A),R(SAMPLER,1,0,0,A))")));  // DT-018
  const Case* const cases[] = {legal.get(), illegal.get()};
  Outcome outcomes[2];
  candidate->evaluate(domain, cases, outcomes);
  EXPECT_EQ(outcomes[0].at(Stage::serialize).status, Status::accepted);
  EXPECT_EQ(outcomes[0].at(Stage::deserialize).status, Status::accepted);
  EXPECT_THAT(outcomes[0].at(Stage::create).status, AnyOf(Status::accepted, Status::unsupported));
  EXPECT_FALSE(outcomes[0].observables.empty());
  EXPECT_FALSE(outcomes[0].crash.has_value());
  EXPECT_NE(outcomes[1].at(Stage::serialize).status, Status::not_reached);
}

}  // namespace
}  // namespace d3d12fuzz
