package dev.atf.runtime.rpc;

import io.grpc.BindableService;
import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.InternalServer;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.ServerInterceptors;
import io.grpc.ServerServiceDefinition;
import io.grpc.protobuf.services.ProtoReflectionService;
import io.grpc.protobuf.services.ProtoReflectionServiceV1;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Reflection in its version v1, and in v1alpha, for which many clients ask alone. Armeria takes one
 * reflection service without limits, to which it shows its services, so that these are shown them
 * here.
 */
final class OlderReflection implements ServerInterceptor {
  private final Server reflected;

  private OlderReflection(Server reflected) {
    this.reflected = reflected;
  }

  @SuppressWarnings("deprecation") // it is of the old version
  static List<ServerServiceDefinition> of(List<? extends BindableService> services) {
    var versions =
        List.of(ProtoReflectionServiceV1.newInstance(), ProtoReflectionService.newInstance());
    var reflected =
        Stream.concat(services.stream(), versions.stream())
            .map(BindableService::bindService)
            .toList();
    var shown = new OlderReflection(new Reflected(reflected));
    return versions.stream().map(one -> ServerInterceptors.intercept(one, shown)).toList();
  }

  @Override
  public <Q, A> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
    var context = Context.current().withValue(InternalServer.SERVER_CONTEXT_KEY, reflected);
    return Contexts.interceptCall(context, call, headers, next);
  }

  /** Server with services that serves no calls. It passes the services to reflection. */
  private static final class Reflected extends Server {
    private final List<ServerServiceDefinition> services;

    Reflected(List<ServerServiceDefinition> services) {
      this.services = services;
    }

    @Override
    public List<ServerServiceDefinition> getImmutableServices() {
      return services;
    }

    @Override
    public Server start() {
      return this;
    }

    @Override
    public Server shutdown() {
      return this;
    }

    @Override
    public Server shutdownNow() {
      return this;
    }

    @Override
    public boolean isShutdown() {
      return false;
    }

    @Override
    public boolean isTerminated() {
      return false;
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
      return false;
    }

    @Override
    public void awaitTermination() {}
  }
}
