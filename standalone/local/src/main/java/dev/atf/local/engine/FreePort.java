package dev.atf.local.engine;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.security.SecureRandom;
import java.util.Random;

/**
 * Finds a free port, for engines that cannot choose one themselves. The port is below the range for
 * outgoing connections, so that no such connection takes it before it is used.
 */
public final class FreePort {
  private static final int FIRST = 20_000;

  /** Number of ports in the range. Linux uses the ports from 32,768 for outgoing connections. */
  private static final int COUNT = 12_000;

  private static final int TRIES_MAX = 1_000;
  private static final Random RANDOM = new SecureRandom();

  private FreePort() {}

  /**
   * Returns a port that is free at the moment.
   *
   * @throws IllegalStateException if none was found
   */
  public static int find() {
    for (int i = 0; i < TRIES_MAX; i++) {
      int port = FIRST + RANDOM.nextInt(COUNT);
      if (isFree(port)) {
        return port;
      }
    }
    throw new IllegalStateException(
        "no port of %d to %d is free".formatted(FIRST, FIRST + COUNT - 1));
  }

  private static boolean isFree(int port) {
    try (var socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return socket.isBound();
    } catch (IOException e) {
      return false;
    }
  }
}
