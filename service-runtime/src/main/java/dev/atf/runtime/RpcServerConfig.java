package dev.atf.runtime;

import java.time.Duration;

/**
 * Where a process listens and how it ends.
 *
 * @param host address to bind; loopback unless said otherwise
 * @param port 0 for any free one
 * @param drainTimeout how long calls under way may take after the process was asked to end
 * @param requestBytesMax of one message; larger ones are refused with RESOURCE_EXHAUSTED
 */
public record RpcServerConfig(String host, int port, Duration drainTimeout, int requestBytesMax) {
  public static RpcServerConfig onPort(int port) {
    return new RpcServerConfig("127.0.0.1", port, Duration.ofSeconds(10), 16 * 1024 * 1024);
  }

  public RpcServerConfig {
    new SettingChecks()
        .that(!host.isBlank(), "host", host, "a name or an address")
        .within("port", port, 0, 65_535)
        .notNegative("drainTimeout", drainTimeout)
        .that(requestBytesMax >= 1024, "requestBytesMax", requestBytesMax, "1024 or more")
        .end();
  }
}
