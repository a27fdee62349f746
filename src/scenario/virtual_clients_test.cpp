#include "scenario/virtual_clients.h"

#include <gtest/gtest.h>

namespace foreshock::scenario::virtual_clients_test {

using namespace std::chrono_literals;

TEST(VirtualClients, RetryAtOnceOrWaitTwiceAsLongEachTime) {
  Clients clients;
  clients.retries = 3;
  EXPECT_EQ(VirtualClients(clients).retry_at(1, 10, 0, 0.5), 10);
  EXPECT_EQ(VirtualClients(clients).retry_at(4, 10, 0, 0.5), std::nullopt) << "three retries, four attempts";
  clients.backoff = Backoff::exponential;
  EXPECT_EQ(VirtualClients(clients).retry_at(1, 10, 0, 0.5), 11);
  EXPECT_EQ(VirtualClients(clients).retry_at(3, 10, 0, 0.5), 14);
  EXPECT_EQ(VirtualClients(clients).retry_at(3, 10, 0, 0), 12) << "spread by half";
}

TEST(VirtualClients, PatienceEndsWhatTheTimeoutDoesNot) {
  Clients clients;
  clients.retries = 3;
  EXPECT_EQ(VirtualClients(clients).gives_up_at(100, 50, 60), 160);
  EXPECT_FALSE(VirtualClients(clients).out_of_patience(1e6, 50));
  clients.patience = 70s;
  const VirtualClients impatient(clients);
  EXPECT_EQ(impatient.gives_up_at(100, 50, 60), 120);
  EXPECT_TRUE(impatient.out_of_patience(120, 50));
  EXPECT_EQ(impatient.retry_at(1, 120, 50, 0.5), std::nullopt);
}

TEST(VirtualClients, AskAgainForTheirShare) {
  Clients clients;
  EXPECT_FALSE(VirtualClients(clients).asks_again(0));
  clients.regenerate = 0.3;
  EXPECT_TRUE(VirtualClients(clients).asks_again(0.29));
  EXPECT_FALSE(VirtualClients(clients).asks_again(0.31));
}

}  // namespace foreshock::scenario::virtual_clients_test
