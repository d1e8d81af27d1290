package dev.atf.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.atf.runtime.config.ConfigException;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests the HTTP requests to the agent of ECS. */
final class TaskProtectionTest {
  private static final ScaleInConfig CONFIG =
      new ScaleInConfig(Duration.ofSeconds(30), Duration.ofMinutes(10));
  private static final String PROTECT = "{\"ProtectionEnabled\":true,\"ExpiresInMinutes\":10}";
  private static final String RELEASE = "{\"ProtectionEnabled\":false}";

  private final List<String> asked = Collections.synchronizedList(new ArrayList<>());
  private final MeterRegistry metrics = new SimpleMeterRegistry();
  private volatile String refusal = "";
  private HttpServer agent;
  private Duration longestHeld = Duration.ZERO;
  private Duration now = Duration.ZERO;

  @BeforeEach
  void startAgent() throws IOException {
    agent = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    agent.createContext("/api/task-protection/v1/state", this::answer);
    agent.start();
  }

  @AfterEach
  void stopAgent() {
    agent.stop(0);
  }

  @Test
  void protectsTheHostWhileALongAttemptRuns() throws Exception {
    var protection = protection();
    protection.turn();
    longestHeld = Duration.ofMillis(29_999);
    protection.turn();
    assertThat(asked).isEmpty();

    longestHeld = Duration.ofSeconds(30);
    protection.turn();
    assertThat(asked).containsExactly(PROTECT);
    assertThat(gauge()).isEqualTo(1);
    longestHeld = Duration.ofMillis(10);
    protection.turn();
    protection.turn();

    assertThat(asked).containsExactly(PROTECT, RELEASE);
    assertThat(gauge()).isZero();
  }

  @Test
  void aProtectionIsRenewedAfterHalfOfItsTime() throws Exception {
    var protection = protection();
    longestHeld = Duration.ofMinutes(1);
    protection.turn();
    now = Duration.ofMinutes(5).minusNanos(1);
    protection.turn();
    assertThat(asked).hasSize(1);

    now = Duration.ofMinutes(5);
    protection.turn();
    protection.turn();

    assertThat(asked).containsExactly(PROTECT, PROTECT);
  }

  @Test
  void aRefusalIsNoProtectionAndIsAskedForAgainLater() throws Exception {
    refusal = "{\"failure\":{\"Arn\":\"a\",\"Detail\":null,\"Reason\":\"DEPLOYMENT_BLOCKED\"}}";
    var protection = protection();
    longestHeld = Duration.ofMinutes(1);

    assertThat(protection.turn()).isEqualTo(Duration.ofSeconds(30));
    assertThat(gauge()).isZero();
    refusal = "";
    protection.turn();

    assertThat(asked).containsExactly(PROTECT, PROTECT);
    assertThat(gauge()).isEqualTo(1);
  }

  @Test
  void releasesProtectionEvenIfItsRequestFailed() throws Exception {
    var protection = protection();
    longestHeld = Duration.ofMinutes(1);
    refusal = "no JSON";
    assertThatThrownBy(protection::turn).isInstanceOf(IOException.class);
    refusal = "";
    longestHeld = Duration.ZERO;

    protection.turn();

    assertThat(asked).containsExactly(PROTECT, RELEASE);
  }

  @Test
  void anAgentThatIsAwayIsAFailedTurnAndNothingElse() throws Exception {
    var protection = protection();
    longestHeld = Duration.ofMinutes(1);
    agent.stop(0);

    assertThatThrownBy(protection::turn).isInstanceOf(IOException.class);
    assertThat(gauge()).isZero();
  }

  @Test
  void rejectsProtectionOutsideEcs() {
    assertThatThrownBy(
            () -> new TaskProtection(Map.of(), CONFIG, () -> longestHeld, now::toNanos, metrics))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("scaleIn.protectAfter: 30s (expected: 0s where")
        .hasMessageContaining("ECS_AGENT_URI");
  }

  private TaskProtection protection() {
    var agentUri = "http://127.0.0.1:" + agent.getAddress().getPort() + "/api";
    return new TaskProtection(
        Map.of("ECS_AGENT_URI", agentUri), CONFIG, () -> longestHeld, () -> now.toNanos(), metrics);
  }

  private double gauge() {
    return metrics.get("atf.worker.protected").gauge().value();
  }

  private void answer(HttpExchange exchange) throws IOException {
    var body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    asked.add(exchange.getRequestMethod().equals("PUT") ? body : exchange.getRequestMethod());
    var text =
        refusal.isEmpty()
            ? "{\"protection\":{\"ProtectionEnabled\":%s,\"TaskArn\":\"arn:aws:ecs:a:1:task/c/t\"}}"
                .formatted(body.contains("true"))
            : refusal;
    var bytes = text.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(200, bytes.length);
    try (var out = exchange.getResponseBody()) {
      out.write(bytes);
    }
  }
}
