// Addresses as people write them: what is read is written as the same address, and joins to a path.
#include "input.h"
#include "net/address.h"
#include "wire/url.h"

namespace foreshock::fuzz {

void read_url(std::string_view text, std::string_view target) {
  const auto url = wire::parse_url(text);
  if (!url) {
    FORESHOCK_MUST(url.error().code() == Code::bad_config);
    return;
  }
  FORESHOCK_MUST(!url->host.empty() && !url->base.ends_with('/'));
  FORESHOCK_MUST(url->socket.empty() ? url->port != 0 : url->scheme == "unix");
  FORESHOCK_MUST(url->base.empty() || url->base.starts_with('/'));
  const auto again = wire::parse_url(url->text());
  FORESHOCK_MUST(again && again->host == url->host && again->port == url->port && again->base == url->base &&
                 again->socket == url->socket);
  if (!target.starts_with('/')) return;
  const std::string joined = url->target_for(target);
  FORESHOCK_MUST(joined.starts_with('/') && joined.size() <= url->base.size() + target.size());
}

}  // namespace foreshock::fuzz

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace foreshock;
  fuzz::Input input(data, size);
  const std::string_view text = input.line();
  fuzz::read_url(text, input.rest());
  for (const auto parse : {net::parse_address, net::parse_listen_address}) {
    const auto address = parse(text);
    if (!address) continue;
    const auto again = parse(net::to_text(*address));
    FORESHOCK_MUST(again && *again == *address);
    static_cast<void>(net::is_numeric(address->host));
  }
  return 0;
}
