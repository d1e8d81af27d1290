package dev.atf.runtime.rpc;

import dev.atf.runtime.config.ConfigException;

/**
 * Refuses a version of Netty that is too old for Armeria. Spring Boot 3.5 manages such a version
 * (ADR 0095).
 */
public final class NettyVersion {
  /** Class that was added in Netty 4.2. */
  private static final String CLASS = "/io/netty/channel/IoEventLoopGroup.class";

  private NettyVersion() {}

  /**
   * Checks the version.
   *
   * @throws ConfigException if it is older than 4.2
   */
  public static void require() {
    if (NettyVersion.class.getResource(CLASS) == null) {
      throw new ConfigException(
          "io.netty: older than 4.2 (expected: 4.2; with Spring Boot 3.5 set the project's property"
              + " netty.version to 4.2.18.Final)");
    }
  }
}
