package dev.atf.frontend;

import dev.atf.runtime.RpcServer;
import dev.atf.runtime.RpcServerConfig;
import dev.atf.runtime.Service;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The frontend of one process: stateless, so that any number of them serve side by side. */
@Singleton
final class FrontendService implements Service {
  private final RpcServerConfig config;
  private final TaskRpc tasks;
  private final LambdaRpc lambdas;
  private final BatchScheduler batches;
  private final ErrorMapping errors;
  private final PrometheusMeterRegistry metrics;
  private final Engines engines;
  private @Nullable RpcServer server;

  @Inject
  FrontendService(
      RpcServerConfig config,
      TaskRpc tasks,
      LambdaRpc lambdas,
      BatchScheduler batches,
      ErrorMapping errors,
      PrometheusMeterRegistry metrics,
      Engines engines) {
    this.config = config;
    this.tasks = tasks;
    this.lambdas = lambdas;
    this.batches = batches;
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
            HttpJson::tune);
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
    batches.close();
    engines.close();
  }
}
