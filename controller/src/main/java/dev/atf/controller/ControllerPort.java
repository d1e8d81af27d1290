package dev.atf.controller;

import dev.atf.access.AccessControl;
import dev.atf.access.TaskLambdas;
import dev.atf.protocol.RpcErrors;
import dev.atf.runtime.rpc.RpcServers;
import dev.atf.runtime.rpc.TransportRefusals;
import dev.atf.runtime.server.RpcPort;
import io.grpc.BindableService;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;

/** Port of a controller. Its calls last as long as executors wait for work. */
final class ControllerPort implements AutoCloseable {
  /** Time for writing an answer, in addition to the longest wait of a call. */
  private static final Duration REQUEST_MARGIN = Duration.ofSeconds(10);

  private final ControllerConfig config;
  private final Set<BindableService> services;
  private final AccessControl access;
  private final RpcServers servers;
  private Optional<RpcPort> open = Optional.empty();

  @Inject
  ControllerPort(
      ControllerConfig config,
      Set<BindableService> services,
      AccessControl access,
      RpcServers servers) {
    this.config = config;
    this.services = services;
    this.access = access;
    this.servers = servers;
  }

  /** Opens the port. Calls are answered once this method has returned. */
  void open(BooleanSupplier alive) {
    open =
        Optional.of(
            servers.open(
                "controller",
                config.server(),
                alive,
                List.copyOf(services),
                grpc -> {
                  grpc.exceptionHandler(new TransportRefusals(RpcErrors::ofTransport));
                  access.guard(grpc, TaskLambdas.NONE);
                },
                http -> {
                  http.requestTimeout(requestTimeout());
                  access.guardMetrics(http);
                }));
  }

  int number() {
    return open.orElseThrow().port();
  }

  @Override
  public void close() {
    open.ifPresent(RpcPort::close);
  }

  /**
   * Returns the time limit of a request. It is longer than the longest NextWork call with a claim
   * after it, and than a ReturnWork call.
   */
  private Duration requestTimeout() {
    var nextWork = RequestChecks.WAIT_MAX.plus(config.claimUsefulFor());
    var returnWork = config.tuning().returnTimeout().plus(config.claimTimeout());
    return (nextWork.compareTo(returnWork) >= 0 ? nextWork : returnWork).plus(REQUEST_MARGIN);
  }
}
