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
    if (port < 0 || port > 65_535) {
      throw new ConfigException("port: " + port + " (expected: 0 to 65535)");
    }
    if (drainTimeout.isNegative()) {
      throw new ConfigException("drainTimeout: " + drainTimeout + " (expected: 0 or more)");
    }
    if (requestBytesMax < 1024) {
      throw new ConfigException(
          "requestBytesMax: " + requestBytesMax + " (expected: 1024 or more)");
    }
  }
}
