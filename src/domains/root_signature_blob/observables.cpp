#include "domains/root_signature_blob/observables.h"

#include <vector>

namespace d3d12fuzz::root_signature_blob {

std::span<const ObservableField> observable_fields() {
  static const std::vector<ObservableField> fields = [] {
    std::vector<ObservableField> all = {
        {"blob.size", Stage::deserialize}, {"blob.words[]", Stage::deserialize}, {"blob.digest[]", Stage::deserialize}};
    const auto descriptions = root_signature::observable_fields().subspan(all.size() + kDescriptionShift);
    all.insert(all.end(), descriptions.begin(), descriptions.end());
    return all;
  }();
  return fields;
}

}  // namespace d3d12fuzz::root_signature_blob
