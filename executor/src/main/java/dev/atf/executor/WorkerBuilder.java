package dev.atf.executor;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.atf.runtime.Service;
import dev.atf.runtime.config.ConfigException;
import io.opentelemetry.api.OpenTelemetry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Builder of a {@link Worker} from its handlers. */
public final class WorkerBuilder {
  private ExecutorConfig config;
  private final Map<String, Registration<?>> registrations = new LinkedHashMap<>();
  private final List<TaskInterceptor> interceptors = new ArrayList<>();
  private boolean virtualThreads;
  private Optional<OpenTelemetry> openTelemetry = Optional.empty();
  private Optional<HealthCheck> healthCheck = Optional.empty();
  private ObjectMapper json =
      JsonMapper.builder()
          .findAndAddModules()
          // A newer client may send fields that this handler does not know.
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          // A double would change some numbers of a JsonNode.
          .enable(JsonNodeFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();

  WorkerBuilder(ExecutorConfig config) {
    this.config = config;
  }

  /** Replaces the mapper that reads payloads and writes results. */
  public WorkerBuilder json(ObjectMapper mapper) {
    json = mapper;
    return this;
  }

  /**
   * Sets how long the handlers may take to stop after they were asked to. It overrides the setting
   * {@code cancelGrace}, because the author of the handlers knows best.
   */
  public WorkerBuilder cancelGrace(Duration grace) {
    config = config.withCancelGrace(grace);
    return this;
  }

  /**
   * Runs handlers on virtual threads if the JVM has them (JDK 21 and later). Use it for handlers
   * that mostly wait. Do not use it for handlers that start processes: such a process may be tied
   * to the thread that started it.
   */
  public WorkerBuilder virtualThreads() {
    virtualThreads = true;
    return this;
  }

  /**
   * Sends the spans of attempts to the program's own instance. It overrides the settings {@code
   * tracing}; the setting {@code attemptTrace} still applies. The worker does not close the
   * instance.
   */
  public WorkerBuilder openTelemetry(OpenTelemetry programs) {
    openTelemetry = Optional.of(programs);
    return this;
  }

  /**
   * Sets the health check of this process. The process takes work after the first passed check,
   * stops taking work after several failed checks in a row, and takes work again after two passed
   * checks. See the settings {@code health}.
   *
   * @param every time between the starts of two checks
   * @param timeout time after which a check has failed, at most {@code every}
   */
  public WorkerBuilder healthCheck(Duration every, Duration timeout, HealthCheck check) {
    config = config.withHealth(config.health().withTimes(every, timeout));
    return healthCheck(check);
  }

  /** Sets the health check of this process, with the times of the settings {@code health}. */
  public WorkerBuilder healthCheck(HealthCheck check) {
    healthCheck = Optional.of(check);
    return this;
  }

  /** Adds an interceptor around all handlers, inside of those added before. */
  public WorkerBuilder intercept(TaskInterceptor interceptor) {
    interceptors.add(interceptor);
    return this;
  }

  /** Adds a handler that names its own lambda. */
  public <T> WorkerBuilder handle(LambdaHandler<T> handler) {
    return handle(handler.lambda(), handler.payloadType(), handler);
  }

  /**
   * Adds a handler.
   *
   * @param type Java type of the payload; {@code byte[]} and {@code JsonNode} are passed as they
   *     are
   */
  public <T> WorkerBuilder handle(String lambda, Class<T> type, TaskHandler<T> handler) {
    return register(lambda, mapper -> mapper.constructType(type), handler);
  }

  /** Adds a handler with a generic payload type. */
  public <T> WorkerBuilder handle(String lambda, TypeReference<T> type, TaskHandler<T> handler) {
    return register(lambda, mapper -> mapper.constructType(type), handler);
  }

  public Worker build() {
    var handlers = new LinkedHashMap<String, WorkerDefinition.Handler<?>>();
    registrations.forEach(
        (lambda, registration) -> handlers.put(lambda, registration.readBy(json)));
    return new Worker(
        new WorkerDefinition(
            config, handlers, interceptors, virtualThreads, openTelemetry, healthCheck, json));
  }

  /** Builds and runs: {@link Worker#run}. */
  public int run() {
    return build().run();
  }

  /** Builds and starts inside this process: {@link Worker#start}. */
  public Service start() {
    return build().start();
  }

  private <T> WorkerBuilder register(
      String lambda, Function<ObjectMapper, JavaType> type, TaskHandler<T> handler) {
    if (registrations.put(lambda, new Registration<>(type, handler)) != null) {
      throw new ConfigException("lambda " + lambda + " has two handlers");
    }
    return this;
  }

  private record Registration<T>(Function<ObjectMapper, JavaType> type, TaskHandler<T> handler) {
    WorkerDefinition.Handler<T> readBy(ObjectMapper json) {
      return new WorkerDefinition.Handler<>(type.apply(json), handler);
    }
  }
}
