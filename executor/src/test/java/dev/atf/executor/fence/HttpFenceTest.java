package dev.atf.executor.fence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Tests over a real connection that a service that keeps the greatest token refuses a stale
 * attempt.
 */
final class HttpFenceTest {
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final Map<String, Long> seen = new ConcurrentHashMap<>();
  private HttpServer server = listen();

  private static HttpServer listen() {
    try {
      return HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @BeforeEach
  void serve() {
    server.createContext("/", this::answer);
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private void answer(HttpExchange call) throws IOException {
    int status;
    try {
      var token =
          HttpFence.of(name -> Optional.ofNullable(call.getRequestHeaders().getFirst(name)))
              .orElseThrow(() -> new IllegalArgumentException("no token"));
      long greatest = seen.merge(token.taskId(), token.number(), Math::max);
      status = token.number() < greatest ? 412 : 204;
    } catch (IllegalArgumentException e) {
      status = 400;
    }
    call.sendResponseHeaders(status, -1);
    call.close();
  }

  private HttpRequest.Builder request() {
    return HttpRequest.newBuilder(
        URI.create("http://localhost:" + server.getAddress().getPort() + "/"));
  }

  private int send(HttpRequest.Builder request) throws Exception {
    return client.send(request.build(), BodyHandlers.discarding()).statusCode();
  }

  private int write(long token) throws Exception {
    return send(HttpFence.put(request(), new FencingToken("t", token)));
  }

  @Test
  void aStaleAttemptsWriteIsRefused() throws Exception {
    assertThat(write(1)).isEqualTo(204);
    assertThat(write(2)).isEqualTo(204);
    assertThat(write(2)).isEqualTo(204);

    assertThat(write(1)).isEqualTo(412);
  }

  @Test
  void aTokenTakesThePlaceOfOneBefore() throws Exception {
    assertThat(write(2)).isEqualTo(204);
    var stale = HttpFence.put(request(), new FencingToken("t", 3));

    assertThat(send(HttpFence.put(stale, new FencingToken("t", 1)))).isEqualTo(412);
  }

  @Test
  void halfATokenAndOneThatIsNoNumberAreRefused() {
    assertThat(HttpFence.of(name -> Optional.empty())).isEmpty();
    for (var headers :
        List.of(
            Map.of(HttpFence.TASK_ID, "t"),
            Map.of(HttpFence.TOKEN, "1"),
            Map.of(HttpFence.TASK_ID, "t", HttpFence.TOKEN, "one"),
            Map.of(HttpFence.TASK_ID, "t", HttpFence.TOKEN, "0"))) {
      assertThatThrownBy(() -> HttpFence.of(name -> Optional.ofNullable(headers.get(name))))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("(expected: 1 or more)");
    }
  }
}
