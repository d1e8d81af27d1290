package dev.atf.access;

import com.linecorp.armeria.server.ServerBuilder;
import com.linecorp.armeria.server.grpc.GrpcServiceBuilder;
import dev.atf.protocol.RpcErrors;
import dev.atf.runtime.rpc.RpcServers;
import dev.atf.runtime.rpc.TransportRefusals;
import dev.atf.runtime.server.RpcPort;
import dev.atf.runtime.server.RpcServerConfig;
import io.grpc.BindableService;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** The port of a service, with the rights of its callers before its calls and its metrics. */
@Singleton
public final class ServicePort implements AutoCloseable {
  private final RpcServerConfig config;
  private final Set<BindableService> services;
  private final AccessControl access;
  private final RpcServers servers;
  private Optional<RpcPort> open = Optional.empty();

  @Inject
  ServicePort(
      RpcServerConfig config,
      Set<BindableService> services,
      AccessControl access,
      RpcServers servers) {
    this.config = config;
    this.services = services;
    this.access = access;
    this.servers = servers;
  }

  /**
   * Opens the port of a service whose calls are between the processes of a cluster.
   *
   * @param alive whether the process does its work; the result of the health check
   */
  public void open(String service, BooleanSupplier alive, Consumer<ServerBuilder> tuneServer) {
    open(
        service,
        alive,
        TaskLambdas.NONE,
        grpc -> grpc.exceptionHandler(new TransportRefusals(RpcErrors::ofTransport)),
        tuneServer);
  }

  /**
   * Opens the port, which answers calls from the moment this returns.
   *
   * @param tasks the lambdas of tasks that calls name
   * @param tuneGrpc changes of this service to its calls; sets how exceptions are answered
   */
  public void open(
      String service,
      BooleanSupplier alive,
      TaskLambdas tasks,
      Consumer<GrpcServiceBuilder> tuneGrpc,
      Consumer<ServerBuilder> tuneServer) {
    open =
        Optional.of(
            servers.open(
                service,
                config,
                alive,
                List.copyOf(services),
                grpc -> {
                  tuneGrpc.accept(grpc);
                  access.guard(grpc, tasks);
                },
                server -> {
                  tuneServer.accept(server);
                  access.guardMetrics(server);
                }));
  }

  /** Returns the number of the port. */
  public int number() {
    return open.orElseThrow(() -> new IllegalStateException("not started")).port();
  }

  @Override
  public void close() {
    open.ifPresent(RpcPort::close);
  }
}
