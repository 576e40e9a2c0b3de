/// Whole files in and out.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace d3d12fuzz {

/// Reads a file of at most 16 MiB.
/// \throws InputError naming the file and why it cannot be read
std::string read_file(const std::filesystem::path& path);

/// The same of standard input.
std::string read_standard_input();

/// Writes to a temporary name beside the target and renames, so that a file is there whole or not at all.
/// \throws InputError naming the file and why it cannot be written
void write_file(const std::filesystem::path& path, std::string_view content);

/// The same, and the content is on the disk before the file has its name: it survives the end of the machine too.
/// \throws InputError naming the file and why it cannot be written
void write_file_durably(const std::filesystem::path& path, std::string_view content);

/// Removes the temporary files that a process which ended while it wrote to the folder left there.
/// \throws InputError
void remove_abandoned_files(const std::filesystem::path& folder);

/// Makes a folder and those above it, and checks that files can be written there.
/// \throws InputError
void make_writable_folder(const std::filesystem::path& path);

}  // namespace d3d12fuzz
