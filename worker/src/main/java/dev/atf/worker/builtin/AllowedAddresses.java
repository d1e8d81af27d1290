package dev.atf.worker.builtin;

import dev.atf.runtime.config.ConfigException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Addresses that the lambda {@code http} may call. A payload must not reach addresses that only
 * this host can reach, so every address of a name must be allowed. Link-local addresses, at which
 * machines read their own secrets, are never allowed.
 *
 * <p>A name is resolved here, and again by the connection. The JVM caches the first answer (30 s,
 * {@code networkaddress.cache.ttl}). If this cache is disabled, an attacker's name server may
 * return a different address the second time.
 */
record AllowedAddresses(boolean publicOnes, List<String> names, List<AddressRange> networks) {
  private static final String PUBLIC = "public";

  /**
   * Parses the allowed addresses.
   *
   * @throws ConfigException if an entry is neither {@code public} nor a name, an address or a
   *     network
   */
  static AllowedAddresses of(List<String> allow) {
    var networks = allow.stream().filter(AddressRange::isOne).map(AddressRange::parse).toList();
    var names =
        allow.stream()
            .filter(one -> !AddressRange.isOne(one))
            .map(one -> one.toLowerCase(Locale.ROOT))
            .toList();
    for (var name : names) {
      if (!name.matches("(\\*\\.)?[a-z0-9.-]+")) {
        throw new ConfigException(
            "httpAllow: " + name + " (expected: public, a name, *.example.com, 10.0.0.0/8)");
      }
    }
    return new AllowedAddresses(names.contains(PUBLIC), names, networks);
  }

  /** Result of checking a host. */
  enum Verdict {
    ALLOWED,
    REFUSED,
    /**
     * The host has no known address. It must not be called, because it may have another address a
     * moment later.
     */
    UNKNOWN
  }

  Verdict of(String host) {
    try {
      return Arrays.stream(InetAddress.getAllByName(host))
              .allMatch(address -> mayCall(host, address))
          ? Verdict.ALLOWED
          : Verdict.REFUSED;
    } catch (UnknownHostException e) {
      return Verdict.UNKNOWN;
    }
  }

  boolean mayCall(String host, InetAddress address) {
    if (AddressRange.isOfSecrets(address)) {
      return false;
    }
    return isNamed(host.toLowerCase(Locale.ROOT))
        || networks.stream().anyMatch(network -> network.holds(address))
        || (publicOnes && AddressRange.isPublic(address));
  }

  private boolean isNamed(String host) {
    return names.stream()
        .filter(name -> !name.equals(PUBLIC))
        .anyMatch(
            name -> name.startsWith("*.") ? host.endsWith(name.substring(1)) : host.equals(name));
  }
}
