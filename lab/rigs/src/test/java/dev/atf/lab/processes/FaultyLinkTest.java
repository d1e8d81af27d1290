package dev.atf.lab.processes;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import org.junit.jupiter.api.Test;

final class FaultyLinkTest {
  private static final byte[] SETTINGS = {0, 0, 0, 4, 0, 0, 0, 0, 0};
  private static final byte[] REPLY = {0, 0, 0, 1, 1, 0, 0, 0, 1};

  @Test
  void aConnectionGoesSilentWithItsFirstLostReplyAndNotBefore() throws IOException {
    var loopback = InetAddress.getLoopbackAddress();
    try (var server = new ServerSocket(0, 1, loopback);
        var link = FaultyLink.to(server.getLocalPort(), 1)) {
      link.swallowReplies();
      try (var client = new Socket(loopback, URI.create(link.uri()).getPort())) {
        var received = client.getInputStream();
        try (var connection = server.accept()) {
          var sent = connection.getOutputStream();

          sent.write(SETTINGS);
          assertThat(received.readNBytes(SETTINGS.length)).isEqualTo(SETTINGS);

          sent.write(REPLY);
          sent.write(SETTINGS);
        }
        assertThat(received.readAllBytes()).isEmpty();
      }
      assertThat(link.repliesLost()).isEqualTo(1);
    }
  }
}
