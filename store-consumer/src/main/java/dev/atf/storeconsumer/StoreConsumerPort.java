package dev.atf.storeconsumer;

import dev.atf.access.AccessControl;
import dev.atf.access.TaskLambdas;
import dev.atf.protocol.RpcErrors;
import dev.atf.runtime.rpc.RpcServers;
import dev.atf.runtime.rpc.TransportRefusals;
import dev.atf.runtime.server.AuthConfig;
import dev.atf.runtime.server.RpcPort;
import dev.atf.runtime.server.RpcServerConfig;
import io.grpc.BindableService;
import jakarta.inject.Inject;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;

/** Port of a store consumer, and the address by which other services find it. */
final class StoreConsumerPort {
  private final RpcServerConfig config;
  private final String hintUri;
  private final Set<BindableService> services;
  private final AccessControl access;
  private final RpcServers servers;

  @Inject
  StoreConsumerPort(
      StoreConsumerConfig config,
      Set<BindableService> services,
      AccessControl access,
      RpcServers servers) {
    this.config = config.server();
    this.hintUri = config.hintUri();
    this.services = services;
    this.access = access;
    this.servers = servers;
  }

  RpcPort open(BooleanSupplier alive) {
    return servers.open(
        "store-consumer",
        config,
        alive,
        List.copyOf(services),
        grpc -> {
          grpc.exceptionHandler(new TransportRefusals(RpcErrors::ofTransport));
          access.guard(grpc, TaskLambdas.NONE);
        },
        access::guardMetrics);
  }

  /**
   * Returns the address that other services find in this consumer's record.
   *
   * @param port port of the server
   */
  String uri(int port) {
    if (!hintUri.isEmpty()) {
      return hintUri;
    }
    return AuthConfig.isLoopback(config.host())
        ? config.localUri(port)
        : (config.tls().isOn() ? "https" : "http") + "://" + reachableHost() + ":" + port;
  }

  private String reachableHost() {
    if (!List.of("0.0.0.0", "::").contains(config.host())) {
      return config.host();
    }
    try {
      return InetAddress.getLocalHost().getHostAddress();
    } catch (UnknownHostException e) {
      return config.host();
    }
  }
}
