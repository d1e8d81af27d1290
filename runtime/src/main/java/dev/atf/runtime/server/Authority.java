package dev.atf.runtime.server;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Collection;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Host and port in {@code Host} or {@code :authority} of a request.
 *
 * @param host host in lower case; an IPv6 address has its brackets
 * @param port port; empty for the default of the scheme
 */
public record Authority(String host, String port) {
  private static final Pattern FORM =
      Pattern.compile("([a-z0-9._-]+|\\[[0-9a-f:.]+])(?::(\\d*))?", Pattern.CASE_INSENSITIVE);

  /** Parses an authority; empty for a text without a host, or with more than a host and a port. */
  public static Optional<Authority> parse(String text) {
    var form = FORM.matcher(text);
    return form.matches()
        ? Optional.of(
            new Authority(
                form.group(1).toLowerCase(Locale.ROOT), form.group(2) == null ? "" : form.group(2)))
        : Optional.empty();
  }

  /**
   * Returns whether a text names this machine or one of the hosts.
   *
   * @param hosts names in lower case and without a port
   */
  public static boolean isOurs(String text, Collection<String> hosts) {
    return parse(text)
        .filter(named -> named.isThisMachine() || hosts.contains(named.host()))
        .isPresent();
  }

  /**
   * Returns whether both have the same host and port. A missing port is the default of the scheme.
   */
  public boolean isSameAs(Authority other, String scheme) {
    return host.equals(other.host) && portOf(scheme).equals(other.portOf(scheme));
  }

  private String portOf(String scheme) {
    return !port.isEmpty() ? port : scheme.equals("https") ? "443" : "80";
  }

  /**
   * Returns whether the host is this machine. No name server is asked, as in browsers (RFC 6761,
   * 6.3).
   */
  boolean isThisMachine() {
    return host.endsWith(".localhost") || AuthConfig.isLoopback(host) || isLoopbackAddress();
  }

  private boolean isLoopbackAddress() {
    try {
      // A host within brackets is an address, which is not looked up.
      return host.startsWith("[") && InetAddress.getByName(host).isLoopbackAddress();
    } catch (UnknownHostException e) {
      return false;
    }
  }
}
