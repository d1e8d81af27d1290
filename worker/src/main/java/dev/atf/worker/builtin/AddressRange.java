package dev.atf.worker.builtin;

import dev.atf.runtime.config.ConfigException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Range of addresses that start with the same bits.
 *
 * @param prefix prefix, padded to the length of an address
 * @param bits number of significant bits
 */
record AddressRange(InetAddress prefix, int bits) {
  private static final Pattern LITERAL = Pattern.compile("[0-9.]+(/\\d+)?|\\[?[0-9a-fA-F:.]*:.*");

  /**
   * Addresses at which hosts read their own credentials and settings: link-local addresses, and
   * other addresses of clouds (Google, Azure, Alibaba, Oracle).
   */
  private static final List<AddressRange> OF_SECRETS =
      parsed(
          "169.254.0.0/16",
          "fe80::/10",
          "fd00:ec2::/32",
          "fd20:ce::254",
          "168.63.129.16",
          "100.100.100.200",
          "192.0.0.192");

  /**
   * Range of IPv6 addresses that IANA assigns to networks. All other addresses are special or
   * reserved.
   */
  private static final AddressRange GLOBAL_UNICAST = parse("2000::/3");

  /**
   * Special-purpose addresses of IANA's registries, for IPv4 and within the IPv6 addresses of
   * networks.
   */
  private static final List<AddressRange> SPECIAL =
      parsed(
          "0.0.0.0/8",
          "10.0.0.0/8",
          "100.64.0.0/10",
          "127.0.0.0/8",
          "172.16.0.0/12",
          "192.0.0.0/24",
          "192.0.2.0/24",
          "192.88.99.0/24",
          "192.168.0.0/16",
          "198.18.0.0/15",
          "198.51.100.0/24",
          "203.0.113.0/24",
          "224.0.0.0/4",
          "240.0.0.0/4",
          "2001::/23",
          "2001:db8::/32",
          "2002::/16",
          "3fff::/20");

  static boolean isOne(String text) {
    return LITERAL.matcher(text).matches();
  }

  /**
   * Parses a range.
   *
   * @param text address, optionally followed by the number of significant bits
   * @throws ConfigException if the text is not a range
   */
  static AddressRange parse(String text) {
    var parts = text.split("/", 2);
    try {
      var address = InetAddress.getByName(parts[0]);
      int all = address.getAddress().length * 8;
      int bits = parts.length == 1 ? all : Integer.parseInt(parts[1]);
      if (bits >= 0 && bits <= all) {
        return new AddressRange(address, bits);
      }
    } catch (UnknownHostException | NumberFormatException e) {
      // Falls through to the message for other texts.
    }
    throw new ConfigException(text + " (expected: an address, or a network such as 10.0.0.0/8)");
  }

  /**
   * Returns whether hosts read their secrets at the address, or at an IPv4 address to which it is
   * translated.
   */
  static boolean isOfSecrets(InetAddress address) {
    return Stream.concat(Stream.of(address), EmbeddedIpv4.in(address).stream())
        .anyMatch(reached -> OF_SECRETS.stream().anyMatch(network -> network.holds(reached)));
  }

  static boolean isPublic(InetAddress address) {
    return !isOfSecrets(address)
        && (address instanceof Inet4Address || GLOBAL_UNICAST.holds(address))
        && SPECIAL.stream().noneMatch(network -> network.holds(address));
  }

  boolean holds(InetAddress address) {
    var mine = prefix.getAddress();
    var theirs = address.getAddress();
    if (mine.length != theirs.length) {
      return false;
    }
    for (int bit = 0; bit < bits; bit++) {
      int mask = 0x80 >> (bit % 8);
      if ((mine[bit / 8] & mask) != (theirs[bit / 8] & mask)) {
        return false;
      }
    }
    return true;
  }

  private static List<AddressRange> parsed(String... networks) {
    return Stream.of(networks).map(AddressRange::parse).toList();
  }

  /** IPv4 addresses to which a translator or a tunnel may map an IPv6 address. */
  private static final class EmbeddedIpv4 {
    private static final AddressRange NAT64 = AddressRange.parse("64:ff9b::/96");
    private static final AddressRange NAT64_LOCAL = AddressRange.parse("64:ff9b:1::/48");
    private static final AddressRange SIX_TO_FOUR = AddressRange.parse("2002::/16");
    private static final AddressRange TEREDO = AddressRange.parse("2001::/32");
    private static final AddressRange COMPATIBLE = AddressRange.parse("::/96");
    private static final AddressRange TRANSLATED = AddressRange.parse("::ffff:0:0:0/96");

    private EmbeddedIpv4() {}

    /** Returns all such addresses; none for an IPv4 address. */
    static List<InetAddress> in(InetAddress address) {
      var found = new ArrayList<InetAddress>();
      var bytes = address.getAddress();
      if (Stream.of(NAT64, NAT64_LOCAL, COMPATIBLE, TRANSLATED)
          .anyMatch(network -> network.holds(address))) {
        found.add(ipv4(bytes, 12, 0));
      }
      if (NAT64_LOCAL.holds(address)) {
        // A /48 prefix keeps 64 bits away from the end (RFC 6052).
        found.add(ipv4(new byte[] {bytes[6], bytes[7], bytes[9], bytes[10]}, 0, 0));
      }
      if (SIX_TO_FOUR.holds(address)) {
        found.add(ipv4(bytes, 2, 0));
      }
      if (TEREDO.holds(address)) {
        // The server's address, and the client's with inverted bits (RFC 4380).
        found.add(ipv4(bytes, 4, 0));
        found.add(ipv4(bytes, 12, 0xff));
      }
      return found;
    }

    private static InetAddress ipv4(byte[] bytes, int from, int inverted) {
      var four = new byte[4];
      for (int i = 0; i < four.length; i++) {
        four[i] = (byte) (bytes[from + i] ^ inverted);
      }
      try {
        return InetAddress.getByAddress(four);
      } catch (UnknownHostException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
