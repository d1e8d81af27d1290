package dev.atf.runtime;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.HexFormat;
import java.util.random.RandomGenerator;

/**
 * Name of a process in a cluster: a host, and a number that is unique there.
 *
 * @param host letters, digits, dots, dashes and underscores; begins with a letter or digit
 */
public record ProcessName(String host, long number) {
  /**
   * Maximum length of a host's name. It leaves space for the number and random part within the
   * protocol's 128 characters.
   */
  private static final int HOST_CHARS_MAX = 80;

  /** Returns the name of this process, with the process id of the operating system. */
  public static ProcessName ofThisProcess() {
    return new ProcessName(clean(hostName()), ProcessHandle.current().pid());
  }

  /**
   * Returns a name that is unique for each start. It contains a random number, because process ids
   * are reused.
   */
  public String unique(RandomGenerator random) {
    return host + ":" + number + ":" + HexFormat.of().toHexDigits(random.nextLong());
  }

  private static String hostName() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "unknown-host";
    }
  }

  static String clean(String host) {
    var name = host.replaceAll("[^A-Za-z0-9._-]", "-").replaceFirst("^[^A-Za-z0-9]+", "");
    return name.isEmpty()
        ? "unknown-host"
        : name.substring(0, Math.min(HOST_CHARS_MAX, name.length()));
  }
}
