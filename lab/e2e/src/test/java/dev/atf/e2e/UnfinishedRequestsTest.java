package dev.atf.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.client.AtfClient;
import dev.atf.client.TaskSpec;
import dev.atf.e2e.support.UpProcess;
import dev.atf.lab.processes.JavaProcess;
import dev.atf.local.engine.FreePort;
import dev.atf.testtime.TestTimeouts;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Requests that never end, which together are many times as large as the memory of the process. */
@Tag("system")
final class UnfinishedRequestsTest {
  private static final int REQUESTS = 200;
  private static final int DECLARED_BYTES = 16_000_000;
  private static final int SENT_BYTES = 15_000_000;

  @TempDir private Path directory;

  private final ByteBuffer chunk = ByteBuffer.allocateDirect(64 * 1024);

  /** State of one request. */
  private static final class Sent {
    private final ByteBuffer head;
    private long left = SENT_BYTES;

    Sent(int port) {
      head =
          ByteBuffer.wrap(
              "POST /v1/lambdas/command/tasks HTTP/1.1\r\nhost: 127.0.0.1:%d\r\ncontent-type: application/json\r\ncontent-length: %d\r\n\r\n"
                  .formatted(port, DECLARED_BYTES)
                  .getBytes(StandardCharsets.US_ASCII));
    }

    boolean isSent() {
      return left == 0;
    }
  }

  @Test
  @Tag("T16")
  void doNotEndAProcessOfASmallHeapAndKeepNoOtherCallsFromIt() throws Exception {
    int port = FreePort.find();
    try (var up = UpProcess.awaitReady(up(port));
        var selector = Selector.open()) {
      int refused;
      try {
        refused = send(selector, port);

        assertThat(up.isAlive()).as(up.output()).isTrue();
        assertThat(status(port, "/health")).isEqualTo(200);
        assertThat(status(port, "/v1/lambdas")).isEqualTo(200);
      } finally {
        for (var key : selector.keys()) {
          key.channel().close();
        }
      }

      assertThat(refused).as("refused").isGreaterThan(REQUESTS * 9 / 10);
      try (var atf = AtfClient.builder("http://127.0.0.1:" + port).build()) {
        var task = atf.schedule(TaskSpec.of("command", Map.of("argv", new String[] {"true"})));
        assertThat(atf.await(task.taskId(), TestTimeouts.STALL).isSuccess()).isTrue();
      }
    }
  }

  private JavaProcess up(int port) {
    var small = Map.of("JAVA_TOOL_OPTIONS", "-Xmx256m");
    return UpProcess.start(directory, small, "embedded", port, "--executors", "command=1");
  }

  /**
   * Sends all requests side by side, as far as they are taken.
   *
   * @return number of those that were refused
   */
  private int send(Selector selector, int port) throws IOException {
    for (int i = 0; i < REQUESTS; i++) {
      var channel = SocketChannel.open(new InetSocketAddress("127.0.0.1", port));
      channel.configureBlocking(false);
      channel.register(selector, SelectionKey.OP_READ | SelectionKey.OP_WRITE, new Sent(port));
    }
    int sent = 0;
    int refused = 0;
    while (sent + refused < REQUESTS) {
      assertThat(selector.select(TestTimeouts.STALL.toMillis()))
          .as("%d sent, %d refused, of the others none goes on", sent, refused)
          .isPositive();
      for (var key : selector.selectedKeys()) {
        var state = (Sent) key.attachment();
        try {
          boolean answered = key.isReadable();
          if (answered) {
            sent -= state.isSent() ? 1 : 0;
            refused++;
            key.channel().close();
          } else if (write((SocketChannel) key.channel(), state)) {
            sent++;
            key.interestOps(SelectionKey.OP_READ);
          }
        } catch (IOException e) {
          refused++;
          key.channel().close();
        }
      }
      selector.selectedKeys().clear();
    }
    return refused;
  }

  /** Returns whether all of it has been sent now. */
  private boolean write(SocketChannel channel, Sent state) throws IOException {
    if (state.head.hasRemaining()) {
      channel.write(state.head);
      return false;
    }
    chunk.position(0).limit((int) Math.min(chunk.capacity(), state.left));
    state.left -= channel.write(chunk);
    return state.isSent();
  }

  private static int status(int port, String path) throws Exception {
    var request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
            .timeout(TestTimeouts.STALL)
            .build();
    return HttpClient.newHttpClient().send(request, BodyHandlers.discarding()).statusCode();
  }
}
