package dev.atf.local.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.atf.runtime.config.ConfigException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Tests that the engines cannot be reached from outside this machine: they would run whatever is
 * written there.
 */
final class LoopbackOnlyTest {
  private static final int CONNECT_MILLIS_MAX = 2_000;

  @Test
  void dynamoDbIsRefusedOnEveryOtherAddressOfThisHost() throws IOException {
    try (var engine = EmbeddedDynamoDb.start(Optional.empty(), 0)) {
      refusesAllButTheLoopback(engine.endpoint());
    }
  }

  @Test
  void sqsIsRefusedOnEveryOtherAddressOfThisHost() throws IOException {
    try (var engine = EmbeddedSqs.start(0)) {
      refusesAllButTheLoopback(engine.endpoint());
    }
  }

  @Test
  void aPortThatIsTakenIsSaidSo() throws IOException {
    try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      int port = taken.getLocalPort();

      assertThatThrownBy(() -> EmbeddedDynamoDb.start(Optional.empty(), port))
          .isInstanceOf(ConfigException.class)
          .hasMessageContaining("DynamoDB Local cannot start on port " + port);
    }
  }

  private static void refusesAllButTheLoopback(String endpoint) throws IOException {
    int port = URI.create(endpoint).getPort();
    connect(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port);
    var others = otherAddresses();
    assumeTrue(!others.isEmpty(), "this host has an address besides the loopback");
    for (var address : others) {
      assertThatExceptionOfType(IOException.class)
          .as("%s", address)
          .isThrownBy(() -> connect(address, port));
    }
  }

  private static void connect(InetAddress address, int port) throws IOException {
    try (var socket = new Socket()) {
      socket.connect(new InetSocketAddress(address, port), CONNECT_MILLIS_MAX);
      assertThat(socket.isConnected()).isTrue();
    }
  }

  private static List<InetAddress> otherAddresses() throws IOException {
    return NetworkInterface.networkInterfaces()
        .flatMap(NetworkInterface::inetAddresses)
        .filter(address -> !address.isLoopbackAddress())
        .toList();
  }
}
