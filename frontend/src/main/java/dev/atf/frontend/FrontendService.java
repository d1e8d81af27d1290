package dev.atf.frontend;

import dev.atf.runtime.RpcServer;
import dev.atf.runtime.RpcServerConfig;
import dev.atf.runtime.Service;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The frontend of one process: stateless, so that any number of them serve side by side. */
@Singleton
final class FrontendService implements Service {
  /** Chosen: longest call without a deadline of its own, a full batch on a slow store. */
  private static final Duration CALL_TIMEOUT = Duration.ofSeconds(30);

  private final RpcServerConfig config;
  private final TaskRpc tasks;
  private final LambdaRpc lambdas;
  private final WideCalls wide;
  private final ErrorMapping errors;
  private final PrometheusMeterRegistry metrics;
  private final Engines engines;
  private @Nullable RpcServer server;

  @Inject
  FrontendService(
      RpcServerConfig config,
      TaskRpc tasks,
      LambdaRpc lambdas,
      WideCalls wide,
      ErrorMapping errors,
      PrometheusMeterRegistry metrics,
      Engines engines) {
    this.config = config;
    this.tasks = tasks;
    this.lambdas = lambdas;
    this.wide = wide;
    this.errors = errors;
    this.metrics = metrics;
    this.engines = engines;
  }

  @Override
  public void start() {
    engines.prepare();
    server =
        RpcServer.start(
            "frontend",
            config,
            metrics,
            () -> true,
            List.of(tasks, lambdas),
            grpc -> {
              HttpJson.tune(grpc);
              grpc.exceptionHandler(errors);
            },
            http -> HttpJson.tune(http.requestTimeout(CALL_TIMEOUT)));
  }

  @Override
  public int port() {
    if (server == null) {
      throw new IllegalStateException("not started");
    }
    return server.port();
  }

  @Override
  public void close() {
    if (server != null) {
      server.close();
    }
    wide.close();
    engines.close();
  }
}
