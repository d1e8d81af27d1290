package dev.atf.runtime.server;

import dev.atf.runtime.config.ConfigException;
import java.util.function.BooleanSupplier;

/** Opens the port of a process that only has health and metrics to show. */
@FunctionalInterface
public interface StatusPorts {
  /**
   * Answers from the moment it returns.
   *
   * @param alive whether the process does what it is for; the health check tells it
   * @throws ConfigException if the port is taken, or a setting cannot be kept to
   */
  RpcPort open(String name, RpcServerConfig config, BooleanSupplier alive);
}
