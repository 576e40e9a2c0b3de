#!/usr/bin/env bash
# Installs everything that building, testing and running needs on Debian 12.
# This is the one place that names the packages. Runs as root or through sudo; running it again changes nothing.
set -euo pipefail

# From Debian 12 itself.
packages=(
  clang-19 libclang-rt-19-dev llvm-19 lld-19 clang-format-19 clang-tidy-19   # default compiler, sanitizers, symbolizer
  libc++-19-dev libc++abi-19-dev                                             # what fuzz targets link against
  g++-12 cmake ninja-build git ca-certificates                               # second compiler, build
  libboost1.81-dev                                                           # Boost.Describe and Boost.JSON, headers only
  libcli11-dev libfmt-dev                                                    # command line
  libgtest-dev libgmock-dev librapidcheck-dev libbenchmark-dev               # tests, properties, benchmarks
  libvkd3d-utils1 libvkd3d-dev                                               # a real D3D12 library
  g++-mingw-w64-x86-64-posix wine64 xvfb xauth                               # the build for Windows, and what runs it
  valgrind time                                                              # instructions per case, peak of memory
)
# Newer than Debian 12 has: lavapipe with ray tracing and mesh shaders, and the current DirectX headers.
backports=(mesa-vulkan-drivers directx-headers-dev)

as_root() { if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo "$@"; fi; }

if [ "$(. /etc/os-release && echo "${VERSION_CODENAME:-}")" != bookworm ]; then
  echo "setup.sh: this script knows Debian 12 (bookworm) only; install these by hand: ${packages[*]} ${backports[*]}" >&2
  exit 2
fi

# The backports entry is derived from the machine's own Debian sources, so that a mirror stays the mirror.
backports_list=/etc/apt/sources.list.d/bookworm-backports.list
if ! grep -rqsE 'bookworm-backports' /etc/apt/sources.list /etc/apt/sources.list.d; then
  mirror=$(apt-get indextargets --format '$(SITE) $(RELEASE)' 'Created-By: Packages' | awk '$2 == "bookworm" || $2 == "oldstable" || $2 == "stable" {print $1; exit}')
  if [ -z "$mirror" ]; then
    mirror=$(grep -rhsoE '(^URIs:|^deb ).*' /etc/apt/sources.list /etc/apt/sources.list.d |
      grep -v security | grep -oE '[a-z+]+://[^ ]*/debian/?( |$)' | head -1 | tr -d ' ')
  fi
  [ -n "$mirror" ] || { echo "setup.sh: no Debian mirror found in /etc/apt/sources.list*" >&2; exit 2; }
  echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror bookworm-backports main" |
    as_root tee "$backports_list" >/dev/null
fi

export DEBIAN_FRONTEND=noninteractive
missing=()
for package in "${packages[@]}" "${backports[@]}"; do
  dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null | grep -qx installed || missing+=("$package")
done
for package in "${backports[@]}"; do
  dpkg-query -W -f='${Version}' "$package" 2>/dev/null | grep -q 'bpo12' || missing+=("$package")
done
if [ "${#missing[@]}" -eq 0 ]; then
  echo "setup: everything is installed"
  exit 0
fi
as_root apt-get update -q
as_root apt-get install -y -q --no-install-recommends "${packages[@]}"
as_root apt-get install -y -q --no-install-recommends -t bookworm-backports "${backports[@]}"
echo "setup: done"
