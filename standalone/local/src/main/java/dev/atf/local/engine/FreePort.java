package dev.atf.local.engine;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.security.SecureRandom;
import java.util.Random;

/**
 * A port that is free at the moment, for engines that cannot choose one themselves. It is below the
 * ports that systems give to outgoing connections, of which one could take it before it is used.
 */
public final class FreePort {
  private static final int FIRST = 20_000;

  /** Linux gives away the ports from 32,768 on. */
  private static final int COUNT = 12_000;

  private static final int TRIES_MAX = 1_000;
  private static final Random RANDOM = new SecureRandom();

  private FreePort() {}

  /**
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
