package dev.atf.e2e.outbox;

import dev.atf.client.AtfClient;
import dev.atf.outbox.OutboxRelay;
import java.io.IOException;
import java.time.Duration;

/** Process with a relay. */
public final class RelayProcess {
  private static final Duration LEASE = Duration.ofSeconds(2);
  private static final Duration POLL_INTERVAL = Duration.ofMillis(100);

  private RelayProcess() {}

  /**
   * @param args address of a frontend
   */
  public static void main(String[] args) throws IOException {
    var database = ShopDatabase.ofEnvironment("relay");
    try (var atf = AtfClient.builder(args[0]).build();
        var relay =
            OutboxRelay.builder(database.source(), atf)
                .pollInterval(POLL_INTERVAL)
                .lease(LEASE)
                .start()) {
      relay.wake();
      while (System.in.read() >= 0) {
        // Waits until the parent process closes its end of the pipe.
      }
    }
  }
}
