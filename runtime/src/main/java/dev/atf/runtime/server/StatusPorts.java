package dev.atf.runtime.server;

import dev.atf.runtime.config.ConfigException;
import java.util.function.BooleanSupplier;

/** Opens the port of a process that only serves health and metrics. */
@FunctionalInterface
public interface StatusPorts {
  /**
   * Opens the port. Requests are answered once this method has returned.
   *
   * @param alive whether the process does its work; the result of the health check
   * @throws ConfigException if the port is taken, or a setting is not supported
   */
  RpcPort open(String name, RpcServerConfig config, BooleanSupplier alive);
}
