package dev.atf.worker.builtin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.atf.runtime.config.ConfigException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests which addresses the lambda {@code http} may call. */
final class AllowedAddressesTest {
  private static final AllowedAddresses DEFAULT = AllowedAddresses.of(List.of("public"));

  @ParameterizedTest
  @ValueSource(
      strings = {
        "127.0.0.1",
        "127.1.2.3",
        "10.0.0.1",
        "172.16.0.1",
        "172.31.255.255",
        "192.168.1.1",
        "100.64.0.1",
        "0.0.0.0",
        "224.0.0.1",
        "255.255.255.255",
        "::1",
        "::",
        "fc00::1",
        "fd12:3456::1",
        "ff02::1",
        "::ffff:127.0.0.1",
        "::ffff:10.0.0.1",
        "64:ff9b::7f00:1",
        "2002:7f00:1::",
        "169.254.169.254",
        "169.254.170.2",
        "fe80::1",
        "fd00:ec2::254",
        "fec0::1",
        "feff:ffff::1",
        "::2",
        "::ffff:0:7f00:1",
        "100::1",
        "100:0:0:1::1",
        "2001:2::1",
        "2001:10::1",
        "2001:db8::1",
        "3fff::1",
        "4000::1",
        "5f00::1",
        "192.0.2.1",
        "192.88.99.1",
        "198.51.100.1",
        "203.0.113.1"
      })
  @Tag("T14")
  void refusesPrivateAddresses(String address) throws Exception {
    assertThat(DEFAULT.mayCall("any.example", InetAddress.getByName(address))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "8.8.8.8",
        "172.32.0.1",
        "100.128.0.1",
        "2606:4700::1111",
        "2a00:1450::1",
        "2001:4860:4860::8888"
      })
  void thePublicIsAllowed(String address) throws Exception {
    assertThat(DEFAULT.mayCall("any.example", InetAddress.getByName(address))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "169.254.169.254",
        "169.254.170.2",
        "fe80::1",
        "fd00:ec2::254",
        "168.63.129.16",
        "100.100.100.200",
        "192.0.0.192",
        "fd20:ce::254",
        // The first of these addresses, by translation and tunnels.
        "64:ff9b::a9fe:a9fe",
        "64:ff9b:1::a9fe:a9fe",
        "::ffff:0:a9fe:a9fe",
        "64:ff9b:1:a9fe:a9:fe00::",
        "2002:a9fe:a9fe::",
        "2001:0:a9fe:a9fe::",
        "2001:0:808:808:0:0:5601:5601"
      })
  @Tag("T14")
  void neverAllowsMetadataAddresses(String address) throws Exception {
    var everything =
        AllowedAddresses.of(List.of("public", "0.0.0.0/0", "::/0", "metadata.internal", address));

    assertThat(everything.mayCall("metadata.internal", InetAddress.getByName(address))).isFalse();
  }

  @Test
  @Tag("T14")
  void hostWithoutAnAddressIsNotAllowed() {
    assertThat(DEFAULT.of("no-such-host.invalid")).isEqualTo(AllowedAddresses.Verdict.UNKNOWN);
    assertThat(DEFAULT.of("localhost")).isEqualTo(AllowedAddresses.Verdict.REFUSED);
  }

  @Test
  void aListWithoutThePublicIsAllThereIs() throws UnknownHostException {
    var list =
        AllowedAddresses.of(List.of("api.internal", "*.example.com", "10.2.0.0/16", "192.168.0.7"));

    assertThat(list.mayCall("API.internal", ip("10.9.9.9"))).isTrue();
    assertThat(list.mayCall("a.b.example.com", ip("8.8.8.8"))).isTrue();
    assertThat(list.mayCall("example.com", ip("8.8.8.8"))).isFalse();
    assertThat(list.mayCall("evilexample.com", ip("8.8.8.8"))).isFalse();
    assertThat(list.mayCall("x", ip("10.2.255.1"))).isTrue();
    assertThat(list.mayCall("x", ip("10.3.0.1"))).isFalse();
    assertThat(list.mayCall("x", ip("192.168.0.7"))).isTrue();
    assertThat(list.mayCall("x", ip("192.168.0.8"))).isFalse();
    assertThat(list.mayCall("public", ip("8.8.8.8"))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/x", "http://a", "a*", ""})
  void rejectsMalformedAddresses(String entry) {
    assertThatThrownBy(() -> AllowedAddresses.of(List.of(entry)))
        .isInstanceOf(ConfigException.class);
  }

  private static InetAddress ip(String address) throws UnknownHostException {
    return InetAddress.getByName(address);
  }
}
