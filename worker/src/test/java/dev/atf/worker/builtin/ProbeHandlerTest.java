package dev.atf.worker.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.atf.executor.Outcome;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests which servers the lambda {@code probe} calls. */
final class ProbeHandlerTest {
  private static Outcome probe(String payload) throws Exception {
    var handler = new ProbeHandler(AllowedAddresses.of(List.of("public")));
    return handler.handle(new ObjectMapper().readTree(payload), new FakeContext());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"tcp\":\"no-such-host.invalid:80\"}",
        "{\"http\":\"http://no-such-host.invalid/\"}"
      })
  @Tag("T14")
  void aNameWithoutAnAddressIsNotCalled(String payload) throws Exception {
    assertThat(probe(payload))
        .isInstanceOfSatisfying(
            Outcome.RetriableFailure.class,
            failure ->
                assertThat(failure.message())
                    .isEqualTo("no-such-host.invalid: no address of this host is known"));
  }

  @Test
  @Timeout(30)
  @Tag("T14")
  void anAnswerThatNeverEndsIsAFailureAfterTheTimeout() throws Exception {
    var closed = new CompletableFuture<Boolean>();
    var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newSingleThreadExecutor());
    server.createContext("/", exchange -> sendForEver(exchange, closed));
    server.start();
    try {
      var handler = new ProbeHandler(AllowedAddresses.of(List.of("127.0.0.0/8")));
      var url = "http://127.0.0.1:" + server.getAddress().getPort() + "/";
      var payload = "{\"http\":\"%s\",\"timeout\":\"PT0.5S\"}".formatted(url);

      var outcome = handler.handle(new ObjectMapper().readTree(payload), new FakeContext());

      assertThat(outcome)
          .isInstanceOfSatisfying(
              Outcome.RetriableFailure.class,
              failure ->
                  assertThat(failure.message())
                      .isEqualTo("GET 127.0.0.1: not answered within PT0.5S"));
      assertThat(closed.get()).isTrue();
    } finally {
      server.stop(0);
    }
  }

  /** Sends a body until its reader closes the connection. */
  private static void sendForEver(HttpExchange exchange, CompletableFuture<Boolean> closed) {
    try (var body = exchange.getResponseBody()) {
      exchange.sendResponseHeaders(200, 0);
      while (!closed.isDone()) {
        body.write(new byte[1024]);
        body.flush();
      }
    } catch (IOException e) {
      closed.complete(true);
    }
  }

  @Test
  void anAddressThatIsNotAllowedIsRefused() throws Exception {
    assertThat(probe("{\"tcp\":\"127.0.0.1:80\"}"))
        .isInstanceOfSatisfying(
            Outcome.FatalFailure.class,
            failure -> assertThat(failure.code()).isEqualTo("PROBE_ADDRESS_REFUSED"));
  }
}
