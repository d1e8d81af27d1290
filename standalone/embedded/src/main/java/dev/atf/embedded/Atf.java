package dev.atf.embedded;

import com.google.common.util.concurrent.Uninterruptibles;
import dev.atf.client.AtfClient;
import dev.atf.controller.ControllerConfig;
import dev.atf.executor.Worker;
import dev.atf.executor.core.attempt.RunningAttempts;
import dev.atf.executor.process.ExecutorProcess;
import dev.atf.frontend.FrontendComponent;
import dev.atf.frontend.settings.FrontendConfig;
import dev.atf.hsc.HscConfig;
import dev.atf.runtime.Service;
import dev.atf.runtime.config.ConfigException;
import dev.atf.runtime.loop.Threads;
import dev.atf.runtime.rpc.NettyVersion;
import dev.atf.storeconsumer.StoreConsumerConfig;
import io.grpc.Channel;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The framework in this process: a store in a directory, the services, and the handlers of the
 * program. They call each other directly, and no port is opened.
 *
 * <pre>{@code
 * try (var atf = Atf.at(directory).handle("mail", Mail.class, handler).open()) {
 *   atf.client().schedule(TaskSpec.of("mail", new Mail("ada@example.com")));
 *   ...
 * }
 * }</pre>
 *
 * <p>Tasks survive every end of the process, including a crash. Only one process at a time can use
 * a directory; {@code atf up --data} uses the same kind of directory. If the disk cannot be
 * written, the process exits, because only the next start can find out which tasks are durable.
 */
public final class Atf implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Atf.class);

  private final AtfBuilder settings;
  private final MachineSettings machine;
  private final DataDirectory directory;
  private final EmbeddedEngine engine;
  private final DirectCalls api;
  private final DirectCalls hsc;
  private final DirectCalls consumer;
  private final AtfClient client;
  private final FrontendComponent frontend;

  /** Engine, calls, services and their callers, the latest first. */
  private final Deque<AutoCloseable> parts = new ArrayDeque<>();

  private final List<Host> hosts = new ArrayList<>();

  /** Attempts of all executors. Two attempts of a task never run at the same time. */
  private final RunningAttempts attempts = new RunningAttempts();

  private boolean closed;

  private Atf(AtfBuilder settings, DataDirectory directory) {
    this.settings = settings;
    this.machine = new MachineSettings(settings.lease, settings.pollInterval);
    this.directory = directory;
    try {
      EngineDirectory.requireForEmbedded(directory.path());
      this.engine =
          opened(
              EmbeddedEngine.start(
                  EngineDirectory.embedded(directory.path()),
                  EngineDirectory.blobs(directory.path()),
                  settings.parts("store", "").runtime(DirectCalls.NO_PORT)));
      this.api = opened(new DirectCalls());
      this.consumer = opened(new DirectCalls());
      this.hsc = opened(new DirectCalls());
      var callers = AtfClient.builder(api.channel());
      settings.json.ifPresent(callers::objectMapper);
      this.client = opened(callers.build());
      this.frontend =
          engine.frontend(
              machine.frontend().over(FrontendConfig.DEFAULTS),
              consumer.channel(),
              settings.parts("frontend", "").runtime(api));
    } catch (RuntimeException | Error e) {
      closeParts();
      throw e;
    }
  }

  private <P extends AutoCloseable> P opened(P part) {
    parts.push(part);
    return part;
  }

  /**
   * Opens a directory for a client only, or for handlers that are added later ({@link #serve}).
   *
   * @throws ConfigException as {@link AtfBuilder#open} does
   */
  public static Atf open(Path directory) {
    return at(directory).open();
  }

  /** Returns a builder for a directory, which is created if it does not exist. */
  public static AtfBuilder at(Path directory) {
    return new AtfBuilder(directory);
  }

  static Atf start(AtfBuilder settings) {
    NettyVersion.require();
    var directory = DataDirectory.take(settings.directory);
    Atf atf;
    try {
      atf = new Atf(settings, directory);
    } catch (RuntimeException | Error e) {
      directory.close();
      throw e;
    }
    try {
      atf.start();
      return atf;
    } catch (RuntimeException | Error e) {
      atf.close();
      throw e;
    }
  }

  private void start() {
    api.intercept(frontend.errors());
    start(frontend.service());
    LambdaRegistration.ensure(frontend.start(), List.of());
    engine.recover();
    start(
        engine
            .hsc(
                machine.hsc().over(HscConfig.DEFAULTS),
                consumer.channel(),
                settings.parts("hsc", "").runtime(hsc))
            .service());
    start(
        engine
            .storeConsumer(
                machine.storeConsumer().withNearQueues().over(StoreConsumerConfig.DEFAULTS),
                consumer.channel(),
                settings.parts("store-consumer", "").runtime(consumer))
            .service());
    parts.push(client);
    settings.lambdas.forEach(client::registerLambda);
    var workers = settings.workers();
    if (!workers.isEmpty()) {
      var unused = serve(workers);
    }
  }

  private void start(Service service) {
    parts.push(service);
    service.start();
  }

  /** Returns the client, which is closed with this. */
  public AtfClient client() {
    return client;
  }

  /**
   * Starts an executor for each worker's lambda. A missing lambda is registered, unless a route has
   * its name, which is logged as an error. A registered lambda is not changed, even if it is
   * closed.
   *
   * @return drains these executors when it is closed; closing this object drains them, too
   * @throws ConfigException if a worker has no handler for its lambda
   */
  public synchronized AutoCloseable serve(List<Worker> workers) {
    var names = workers.stream().map(Worker::lambda).toList();
    LambdaRegistration.ensure(
        frontend.start(),
        names.stream().map(name -> LambdaRegistration.withHistory(name).build()).toList());
    var host = new Host(names);
    hosts.add(host);
    workers.forEach(host::start);
    return host;
  }

  /** Returns the executors that were started. */
  List<ExecutorProcess> executors() {
    return hosts.stream().flatMap(host -> host.executors.stream()).toList();
  }

  /** Returns the channel of the HSC. */
  Channel hscChannel() {
    return hsc.channel();
  }

  /**
   * Drains the executors: handlers may finish for up to {@code drainTimeout}, and are then
   * interrupted. Then the services and the store stop. A handler that still runs keeps the
   * directory locked until it ends, so that no other process starts its task in the meantime.
   */
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    hosts.forEach(Host::close);
    var left =
        executors().stream()
            .flatMap(executor -> executor.running().handlerThreads().stream())
            .toList();
    closeParts();
    if (left.isEmpty()) {
      directory.close();
      return;
    }
    log.error(
        "directory {} stays locked until handlers end that do not stop: {}",
        directory.path(),
        left.stream().map(Thread::getName).toList());
    var unused =
        Threads.system()
            .start(
                "atf-directory",
                () -> {
                  left.forEach(Uninterruptibles::joinUninterruptibly);
                  directory.close();
                });
  }

  private void closeParts() {
    for (var part : parts) {
      close(part);
    }
    settings.parts.forEach(own -> own.meters().clear());
  }

  /** Closes a part. A failure does not prevent the others from being closed. */
  private static void close(AutoCloseable part) {
    try {
      part.close();
    } catch (Exception e) {
      log.error("{} did not stop", part.getClass().getSimpleName(), e);
    }
  }

  /** Controller and the executors that it serves. */
  private final class Host implements AutoCloseable {
    private final DirectCalls calls = new DirectCalls();
    private final Service controller;
    private final List<ExecutorProcess> executors = new ArrayList<>();
    private boolean ended;

    Host(List<String> lambdas) {
      controller =
          engine
              .controller(
                  // The handlers are in this process: nobody else could serve their lambdas.
                  machine
                      .controller(lambdas)
                      .with("ATF_OFFERS", "*")
                      .over(ControllerConfig.DEFAULTS),
                  hsc.channel(),
                  settings.parts("controller", "").runtime(calls))
              .service();
      controller.start();
    }

    void start(Worker worker) {
      var ports = settings.parts("executor", worker.lambda()).executor();
      var executor =
          ExecutorProcess.inProgram(
              worker, ports, calls.channel(), hsc.channel(), settings.onStuckHandler, attempts);
      executors.add(executor);
      executor.start();
    }

    /** Drains all executors at the same time, and then stops the controller. */
    @Override
    public synchronized void close() {
      if (ended) {
        return;
      }
      ended = true;
      var drains =
          executors.stream()
              .map(executor -> new Thread(() -> Atf.close(executor), "atf-drain"))
              .toList();
      drains.forEach(Thread::start);
      drains.forEach(Uninterruptibles::joinUninterruptibly);
      Atf.close(controller);
      Atf.close(calls);
    }
  }
}
