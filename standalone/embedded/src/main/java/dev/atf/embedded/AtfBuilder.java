package dev.atf.embedded;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.atf.executor.ExecutorConfig;
import dev.atf.executor.LambdaHandler;
import dev.atf.executor.LeaseConfig;
import dev.atf.executor.OnStuckHandler;
import dev.atf.executor.TaskHandler;
import dev.atf.executor.Worker;
import dev.atf.executor.WorkerBuilder;
import dev.atf.model.lambda.LeaseTimes;
import dev.atf.protocol.v1.Lambda;
import dev.atf.runtime.config.ConfigException;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Metrics;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** Builder of an {@link Atf} from a directory, handlers and settings. */
public final class AtfBuilder {
  final Path directory;
  final List<Lambda> lambdas = new ArrayList<>();
  final List<ServiceParts> parts = new ArrayList<>();
  Duration pollInterval = Duration.ofSeconds(2);
  LeaseTimes lease = LeaseTimes.DEFAULT;
  OnStuckHandler onStuckHandler = OnStuckHandler.ISOLATE;
  Optional<ObjectMapper> json = Optional.empty();
  private final Map<String, Consumer<WorkerBuilder>> handlers = new LinkedHashMap<>();
  private final Map<String, Integer> threads = new HashMap<>();
  private Consumer<WorkerBuilder> common = worker -> {};
  private UnaryOperator<ExecutorConfig> executors = UnaryOperator.identity();
  private MeterRegistry meters = Metrics.globalRegistry;

  AtfBuilder(Path directory) {
    this.directory = directory;
  }

  /**
   * Adds a handler of a lambda, which is registered with default settings if it is not registered.
   *
   * @param type Java type of the payload, as for a {@link Worker}
   * @throws ConfigException if the lambda already has a handler
   */
  public <T> AtfBuilder handle(String lambda, Class<T> type, TaskHandler<T> handler) {
    return add(lambda, worker -> worker.handle(lambda, type, handler));
  }

  /** Adds a handler with a generic payload type. */
  public <T> AtfBuilder handle(String lambda, TypeReference<T> type, TaskHandler<T> handler) {
    return add(lambda, worker -> worker.handle(lambda, type, handler));
  }

  /** Adds a handler that names its own lambda. */
  public AtfBuilder handle(LambdaHandler<?> handler) {
    return add(handler.lambda(), worker -> worker.handle(handler));
  }

  private AtfBuilder add(String lambda, Consumer<WorkerBuilder> handler) {
    if (handlers.put(lambda, handler) != null) {
      throw new ConfigException("lambda " + lambda + " has two handlers");
    }
    return this;
  }

  /** Sets the number of concurrent tasks of a lambda; default: twice the number of processors. */
  public AtfBuilder threads(String lambda, int count) {
    threads.put(lambda, count);
    return this;
  }

  /** Registers a lambda with these settings. If the lambda exists, its settings are replaced. */
  public AtfBuilder lambda(Lambda definition) {
    lambdas.add(definition);
    return this;
  }

  /** Sets what happens when a handler does not stop; default {@link OnStuckHandler#ISOLATE}. */
  public AtfBuilder onStuckHandler(OnStuckHandler policy) {
    onStuckHandler = policy;
    return this;
  }

  /** Sets the mapper of payloads and results, for the client and the handlers. */
  public AtfBuilder json(ObjectMapper mapper) {
    json = Optional.of(mapper);
    return this;
  }

  /** Sets what all handlers have in common, such as interceptors or virtual threads. */
  public AtfBuilder workers(Consumer<WorkerBuilder> more) {
    common = common.andThen(more);
    return this;
  }

  /** Changes settings of the executors, such as {@code cancelGrace} and {@code drainTimeout}. */
  public AtfBuilder executors(UnaryOperator<ExecutorConfig> change) {
    executors = change;
    return this;
  }

  /** Sets the times of leases and heartbeats; default {@link LeaseTimes#DEFAULT}. */
  public AtfBuilder lease(LeaseTimes times) {
    lease = times;
    return this;
  }

  /**
   * Sets the interval of reads for due tasks. Default: 2 s. A task that is scheduled to start
   * within the interval still starts on time.
   */
  public AtfBuilder pollInterval(Duration interval) {
    pollInterval = interval;
    return this;
  }

  /** Sets the registry of all meters; default {@link Metrics#globalRegistry}. */
  public AtfBuilder meters(MeterRegistry registry) {
    meters = registry;
    return this;
  }

  /**
   * Opens the directory, registers the lambdas, and starts the services and the handlers.
   *
   * @throws ConfigException if the directory is in use, contains something else or is damaged, or
   *     if a setting is not allowed
   */
  public Atf open() {
    return Atf.start(this);
  }

  /** Returns a worker for each lambda that has a handler. */
  List<Worker> workers() {
    return handlers.entrySet().stream().map(own -> worker(own.getKey(), own.getValue())).toList();
  }

  private Worker worker(String lambda, Consumer<WorkerBuilder> handler) {
    var heartbeats =
        new LeaseConfig(
            lease.heartbeatInterval(), lease.callTimeout(), lease.missedHeartbeatsMax());
    var config = executors.apply(ExecutorConfig.DEFAULTS.withLease(heartbeats));
    var worker =
        Worker.builder(
            config.withLambda(lambda).withThreads(threads.getOrDefault(lambda, config.threads())));
    json.ifPresent(worker::json);
    common.accept(worker);
    handler.accept(worker);
    return worker.build();
  }

  /** Returns the parts of one more service. */
  ServiceParts parts(String service, String lambda) {
    var own = ServiceParts.of(service, lambda, meters);
    parts.add(own);
    return own;
  }
}
