package dev.atf.executor.core;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.HexFormat;
import java.util.random.RandomGenerator;

/**
 * Who this process is to the others.
 *
 * @param executorId host, process and a nonce of this start: unique for each start
 * @param lambda the one that it serves
 */
public record ExecutorIdentity(String executorId, String lambda) {
  /** Leaves room for process id and nonce in the protocol's 128 characters. */
  private static final int HOST_CHARS_MAX = 80;

  public static ExecutorIdentity of(String lambda, RandomGenerator random) {
    var nonce = HexFormat.of().toHexDigits(random.nextLong());
    return new ExecutorIdentity(host() + ":" + ProcessHandle.current().pid() + ":" + nonce, lambda);
  }

  private static String host() {
    try {
      var name = InetAddress.getLocalHost().getHostName().replaceAll("[^A-Za-z0-9._-]", "-");
      return name.substring(0, Math.min(name.length(), HOST_CHARS_MAX));
    } catch (UnknownHostException e) {
      return "unknown-host";
    }
  }
}
