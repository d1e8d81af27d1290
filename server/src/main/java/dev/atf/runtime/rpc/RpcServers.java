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

/** Opens the port of a process or, in the simulator, a place in the simulated network. */
@FunctionalInterface
public interface RpcServers extends StatusPorts {
  /**
   * Opens the port. Calls are answered once this method has returned.
   *
   * @param alive whether the process does its work; the result of the health check
   * @param tuneGrpc changes of this process to the common settings of a real server
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
