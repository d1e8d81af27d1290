package dev.atf.worker.builtin;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * IPv4 addresses that an IPv6 address leads to where a translator or a tunnel serves its prefix.
 */
final class EmbeddedIpv4 {
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
      // The server's address; and the client's, with its bits inverted (RFC 4380).
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
