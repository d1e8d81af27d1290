package dev.atf.examples;

import static dev.atf.testkit.AtfAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpServer;
import dev.atf.executor.ExecutorConfig;
import dev.atf.testkit.AtfExtension;
import dev.atf.worker.builtin.BuiltinLambdas;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tests of {@link Webhooks} and {@link Backups}, with the handlers that every executor has. */
@Tag("system")
final class BuiltinLambdasTest {
  private static final ExecutorConfig LOOPBACK =
      ExecutorConfig.from(Map.of("ATF_HTTP_ALLOW", "127.0.0.0/8"));

  @RegisterExtension
  final AtfExtension atf = AtfExtension.serving(worker -> BuiltinLambdas.addTo(worker, LOOPBACK));

  @Test
  void aUrlIsCalledWithTheIdOfTheTask() throws Exception {
    var received = new AtomicReference<String>();
    var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        call -> {
          var key = call.getRequestHeaders().getFirst("Idempotency-Key");
          var token = call.getRequestHeaders().getFirst("Atf-Fencing-Token");
          var body = new String(call.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
          received.set(key + " " + token + " " + body);
          call.sendResponseHeaders(204, -1);
          call.close();
        });
    server.start();
    try {
      var receiver = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/hook");
      var task =
          new Webhooks(atf.client()).post(receiver, Map.of("kind", "sold"), Duration.ofMinutes(1));

      assertThat(atf.runUntilFinished(task)).hasSucceeded();

      assertThat(received).hasValue(task + " 1 {\"kind\":\"sold\"}");
    } finally {
      server.stop(0);
    }
  }

  @Test
  void aProgramIsRunAndItsOutputIsTheResult() {
    var time = atf.clock().instant().plus(Duration.ofHours(8));

    var task = new Backups(atf.client()).runAt(time, List.of("echo", "done"));

    assertThat(atf.runDueTasks()).isZero();
    var finished = atf.runUntilFinished(task);
    assertThat(atf.clock().instant()).isEqualTo(time);
    assertThat(finished.resultAs(JsonNode.class).path("stdout").asText()).isEqualTo("done\n");
  }
}
