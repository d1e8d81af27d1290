package dev.atf.worker;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.atf.runtime.config.ConfigException;
import dev.atf.runtime.config.Durations;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.runtime.loop.Step;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the agent of Amazon ECS not to stop this host's task while an attempt has been running for
 * long. Younger attempts can finish during the drain, or lose little work. The protection is
 * renewed while there is such an attempt, and released afterwards. If the worker hangs, the
 * protection expires.
 *
 * <p>If any running attempt caused protection, a host with only short tasks would always be
 * protected, and a deployment could not replace it.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/AmazonECS/latest/developerguide/task-scale-in-protection-endpoint.html">the
 *     endpoint</a>
 */
final class TaskProtection implements Step {
  private static final Logger log = LoggerFactory.getLogger(TaskProtection.class);
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Environment variable that ECS sets in every container. */
  private static final String AGENT = "ECS_AGENT_URI";

  private static final Duration CHECK_EVERY = Duration.ofSeconds(1);
  private static final Duration CALL_TIMEOUT = Duration.ofSeconds(5);

  /**
   * Wait after a refusal. ECS refuses as long as a deployment is stuck, and it limits the rate of
   * requests.
   */
  private static final Duration REFUSED_WAIT = Duration.ofSeconds(30);

  private static final int ANSWER_CHARS_MAX = 300;

  private final URI state;
  private final ScaleInConfig config;
  private final Supplier<Duration> longestHeld;
  private final MonotonicClock clock;
  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(CALL_TIMEOUT)
          .build();
  private boolean asked;
  private long renewAt;
  private volatile boolean isProtected;

  /**
   * Creates the step.
   *
   * @param environment environment of the process
   * @param longestHeld returns the age of the oldest attempt of this host
   * @throws ConfigException if ECS has not set the address of its agent
   */
  TaskProtection(
      Map<String, String> environment,
      ScaleInConfig config,
      Supplier<Duration> longestHeld,
      MonotonicClock clock,
      MeterRegistry metrics) {
    var agent = environment.get(AGENT);
    if (agent == null) {
      throw new ConfigException(
          "scaleIn.protectAfter: %s (expected: 0s where there is no %s, which Amazon ECS sets)"
              .formatted(Durations.text(config.protectAfter()), AGENT));
    }
    this.state = URI.create(agent + "/task-protection/v1/state");
    this.config = config;
    this.longestHeld = longestHeld;
    this.clock = clock;
    Gauge.builder("atf.worker.protected", this, protection -> protection.isProtected ? 1 : 0)
        .description("whether ECS has been asked not to end this host, and has agreed")
        .register(metrics);
  }

  @Override
  public Duration turn() throws IOException, InterruptedException {
    boolean wanted = longestHeld.get().compareTo(config.protectAfter()) >= 0;
    long now = clock.nanos();
    if (wanted && (!asked || now - renewAt >= 0)) {
      asked = true;
      renewAt = now;
      if (!granted(true)) {
        return REFUSED_WAIT;
      }
      renewAt = now + config.protectFor().dividedBy(2).toNanos();
    } else if (!wanted && asked) {
      if (!granted(false)) {
        return REFUSED_WAIT;
      }
      asked = false;
    }
    return CHECK_EVERY;
  }

  private boolean granted(boolean protect) throws IOException, InterruptedException {
    var body = JSON.createObjectNode().put("ProtectionEnabled", protect);
    if (protect) {
      body.put("ExpiresInMinutes", config.protectFor().toMinutes());
    }
    var request =
        HttpRequest.newBuilder(state)
            .timeout(CALL_TIMEOUT)
            .header("content-type", "application/json")
            .PUT(BodyPublishers.ofString(body.toString()))
            .build();
    var answer = http.send(request, BodyHandlers.ofString()).body();
    var enabled = protection(answer).path("ProtectionEnabled");
    if (!enabled.isBoolean() || enabled.booleanValue() != protect) {
      log.warn("ECS does not {} this task: {}", protect ? "protect" : "release", shortened(answer));
      return false;
    }
    if (isProtected != protect) {
      log.info("ECS {} this task", protect ? "protects" : "may end");
    }
    isProtected = protect;
    return true;
  }

  private static JsonNode protection(String answer) throws IOException {
    return JSON.readTree(answer).path("protection");
  }

  private static String shortened(String answer) {
    return answer.substring(0, Math.min(answer.length(), ANSWER_CHARS_MAX)).replaceAll("\\s", " ");
  }
}
