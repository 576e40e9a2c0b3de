/// A case as official structs in the memory of this process, as a candidate is handed it.
#pragma once

#include <cstring>
#include <stdexcept>

#include "candidates/d3d12fuzz_worker.h"
#include "candidates/wire/frame.h"
#include "domains/root_signature/lower.h"

namespace d3d12fuzz::test {

class Lowered {
 public:
  Lowered() : worker_(d3d12fuzz_worker_create(&candidate_)) {}
  ~Lowered() { d3d12fuzz_worker_destroy(worker_); }
  Lowered(const Lowered&) = delete;
  Lowered& operator=(const Lowered&) = delete;

  /// Valid until the next call.
  const D3D12_VERSIONED_ROOT_SIGNATURE_DESC* lower(const root_signature::RootSignatureCase& value) {
    image_.clear();
    image_.add(sizeof(d3d12fuzz_root_signature_input), MemoryImage::Placement::input);
    image_.add_output(sizeof(d3d12fuzz_root_signature_result));
    const MemoryImage::BlockId desc = root_signature::lower(value, image_);
    image_.point(0, offsetof(d3d12fuzz_root_signature_input, desc), desc);
    record_.clear();
    const std::size_t size = wire::case_record_size(image_);
    wire::write_case_record(D3D12FUZZ_FUNCTION_ROOT_SIGNATURE, image_, record_.extend(size));
    d3d12fuzz_worker_clear(worker_);
    if (d3d12fuzz_worker_load(worker_, record_.data(), size, &progress_) != 0) {
      throw std::runtime_error("the record of a case was not understood");
    }
    d3d12fuzz_worker_call(worker_);
    return desc_;
  }

 private:
  static void keep(void* context, const d3d12fuzz_root_signature_input* input, d3d12fuzz_root_signature_result*) {
    static_cast<Lowered*>(context)->desc_ = input->desc;
  }

  const d3d12fuzz_candidate candidate_ = {
      .version = D3D12FUZZ_CANDIDATE_VERSION, .context = this, .root_signature = keep};
  d3d12fuzz_worker* worker_;
  MemoryImage image_;
  wire::Buffer record_;
  d3d12fuzz_progress progress_;
  const D3D12_VERSIONED_ROOT_SIGNATURE_DESC* desc_ = nullptr;
};

}  // namespace d3d12fuzz::test
