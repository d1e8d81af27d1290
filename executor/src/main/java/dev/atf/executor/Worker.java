package dev.atf.executor;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.atf.executor.core.BoundHandler;
import dev.atf.executor.core.Handlers;
import dev.atf.executor.core.OutOfMemory;
import dev.atf.executor.core.PayloadReader;
import dev.atf.executor.core.RunningAttempt;
import dev.atf.runtime.ConfigException;
import dev.atf.runtime.Service;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The process of a lambda's owner: made with its handlers, then run until it is asked to end.
 *
 * <p>A process serves one lambda. One program may bring handlers for several; the setting {@code
 * lambda} then says which of them a process is for.
 */
public final class Worker {
  private static final Logger log = LoggerFactory.getLogger(Worker.class);

  private final ExecutorConfig config;
  private final Map<String, BoundHandler> handlers;
  private final ObjectMapper json;

  private Worker(ExecutorConfig config, Map<String, BoundHandler> handlers, ObjectMapper json) {
    this.config = config;
    this.handlers = handlers;
    this.json = json;
  }

  public static Builder builder(ExecutorConfig config) {
    return new Builder(config);
  }

  /**
   * Runs until SIGTERM or SIGINT, drains, and ends the process as {@link ExitCode} says. It returns
   * only if it cannot start.
   *
   * @return 1, and the reason on standard error
   */
  public int run() {
    ExecutorComponent executor;
    try {
      executor = wire();
      endWhenMemoryIsExhausted(executor);
      executor.service().start();
    } catch (ConfigException e) {
      System.err.println("executor: " + e.getMessage());
      return ExitCode.NOT_STARTED.code();
    }
    Runtime.getRuntime().addShutdownHook(new Thread(() -> drain(executor), "atf-shutdown"));
    if (config.endWithParent()) {
      endWithParent();
    }
    System.err.println("executor ready on port " + executor.service().port());
    awaitEnd();
    return ExitCode.DRAINED.code();
  }

  /**
   * Starts inside this process, for tests and for programs with a life of their own; closing the
   * service drains it. A process that would run beside its successor is still ended as a whole.
   *
   * @throws ConfigException if the setting {@code lambda} names none of the handlers
   */
  public Service start() {
    var service = wire().service();
    service.start();
    return service;
  }

  private ExecutorComponent wire() {
    var lambda = config.lambda().isEmpty() ? onlyLambda() : config.lambda();
    if (!handlers.containsKey(lambda)) {
      throw new ConfigException(
          "lambda: " + lambda + " (expected: one of " + new TreeSet<>(handlers.keySet()) + ")");
    }
    return DaggerExecutorComponent.factory()
        .create(config.withLambda(lambda), new Handlers(handlers), json);
  }

  private String onlyLambda() {
    if (handlers.size() != 1) {
      throw new ConfigException(
          "lambda: not set (expected: one of " + new TreeSet<>(handlers.keySet()) + ")");
    }
    return handlers.keySet().iterator().next();
  }

  private static void drain(ExecutorComponent executor) {
    executor.service().close();
    boolean stuck = executor.running().all().stream().anyMatch(RunningAttempt::isInHandler);
    // After a signal the JVM would end with 128 + its number, which reads as a failure.
    Runtime.getRuntime().halt((stuck ? ExitCode.HANDLER_STUCK : ExitCode.DRAINED).code());
  }

  /** In any thread: what it has broken cannot be known. Handlers' own threads are looked at too. */
  private static void endWhenMemoryIsExhausted(ExecutorComponent executor) {
    var terminator = executor.terminator();
    var before = Optional.ofNullable(Thread.getDefaultUncaughtExceptionHandler());
    Thread.setDefaultUncaughtExceptionHandler(
        (thread, error) -> {
          if (OutOfMemory.isIn(error)) {
            terminator.terminate(ExitCode.OUT_OF_MEMORY, "thread=" + thread.getName());
          }
          before.ifPresentOrElse(
              handler -> handler.uncaughtException(thread, error),
              () -> log.error("thread={} has died", thread.getName(), error));
        });
  }

  /**
   * The parent holds the other end of standard input: it ends with the parent, also if the parent
   * was dead before this process could look.
   */
  private static void endWithParent() {
    var watch =
        new Thread(
            () -> {
              try {
                System.in.transferTo(OutputStream.nullOutputStream());
              } catch (IOException e) {
                // As good as its end.
              }
              System.exit(0);
            },
            "atf-orphan");
    watch.setDaemon(true);
    watch.start();
  }

  private static void awaitEnd() {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Collects the handlers. */
  public static final class Builder {
    private ExecutorConfig config;
    private final Map<String, Registration<?>> registrations = new LinkedHashMap<>();
    private ObjectMapper json =
        JsonMapper.builder()
            .findAndAddModules()
            // A newer client may send more than this handler knows.
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    private Builder(ExecutorConfig config) {
      this.config = config;
    }

    /** Replaces the mapper that reads payloads and writes results. */
    public Builder json(ObjectMapper mapper) {
      json = mapper;
      return this;
    }

    /**
     * How long its handlers may take to stop after they were told to, whatever the setting {@code
     * cancelGrace} says: its author knows.
     */
    public Builder cancelGrace(Duration grace) {
      config = config.withCancelGrace(grace);
      return this;
    }

    /**
     * @param type what the payload is read as; {@code byte[]} and {@code JsonNode} are taken as
     *     they are
     */
    public <T> Builder handle(String lambda, Class<T> type, TaskHandler<T> handler) {
      return register(lambda, mapper -> mapper.constructType(type), handler);
    }

    /** The same for generic types. */
    public <T> Builder handle(String lambda, TypeReference<T> type, TaskHandler<T> handler) {
      return register(lambda, mapper -> mapper.constructType(type), handler);
    }

    public Worker build() {
      var handlers = new LinkedHashMap<String, BoundHandler>();
      registrations.forEach(
          (lambda, registration) -> handlers.put(lambda, registration.bind(json)));
      return new Worker(config, Map.copyOf(handlers), json);
    }

    /** Builds and runs: {@link Worker#run}. */
    public int run() {
      return build().run();
    }

    /** Builds and starts inside this process: {@link Worker#start}. */
    public Service start() {
      return build().start();
    }

    private <T> Builder register(
        String lambda,
        java.util.function.Function<ObjectMapper, JavaType> type,
        TaskHandler<T> handler) {
      if (registrations.put(lambda, new Registration<>(type, handler)) != null) {
        throw new ConfigException("lambda " + lambda + " has two handlers");
      }
      return this;
    }
  }

  private record Registration<T>(
      java.util.function.Function<ObjectMapper, JavaType> type, TaskHandler<T> handler) {
    BoundHandler bind(ObjectMapper json) {
      return BoundHandler.of(new PayloadReader<>(json, type.apply(json)), handler);
    }
  }
}
