package dev.atf.runtime.rpc;

import com.linecorp.armeria.server.ServerBuilder;
import com.linecorp.armeria.server.grpc.GrpcServiceBuilder;
import dev.atf.runtime.config.ConfigException;
import dev.atf.runtime.server.RpcPort;
import dev.atf.runtime.server.RpcServerConfig;
import dev.atf.runtime.server.StatusPorts;
import io.grpc.BindableService;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** Opens the port of a process; the simulator's is a place in its own network. */
@FunctionalInterface
public interface RpcServers extends StatusPorts {
  /**
   * Answers calls from the moment it returns.
   *
   * @param alive whether the process does what it is for; the health check tells it
   * @param tuneGrpc what this process wants of a real server beyond the common
   * @throws ConfigException if the port is taken
   */
  RpcPort open(
      String name,
      RpcServerConfig config,
      BooleanSupplier alive,
      List<? extends BindableService> services,
      Consumer<GrpcServiceBuilder> tuneGrpc,
      Consumer<ServerBuilder> tuneServer);

  @Override
  default RpcPort open(String name, RpcServerConfig config, BooleanSupplier alive) {
    return open(name, config, alive, List.of(), grpc -> {}, server -> {});
  }
}
