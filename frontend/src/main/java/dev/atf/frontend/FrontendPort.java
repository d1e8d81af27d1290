package dev.atf.frontend;

import dev.atf.access.AccessControl;
import dev.atf.access.ServicePort;
import dev.atf.access.TaskLambdas;
import dev.atf.console.Console;
import dev.atf.frontend.event.TransitionBroadcaster;
import dev.atf.frontend.http.EventStream;
import dev.atf.frontend.http.HttpJson;
import dev.atf.frontend.http.ResourceHttp;
import dev.atf.frontend.http.RootRedirect;
import dev.atf.frontend.http.openapi.ApiFiles;
import dev.atf.frontend.rpc.ErrorMapping;
import io.grpc.BindableService;
import jakarta.inject.Inject;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * What the port of a frontend serves: the gRPC services, the same services as HTTP/JSON with their
 * description, the events, and the console.
 */
final class FrontendPort implements AutoCloseable {
  private final ServicePort port;
  private final Set<BindableService> services;
  private final ErrorMapping errors;
  private final EventStream events;
  private final ResourceHttp resources;
  private final TransitionBroadcaster broadcaster;
  private final AccessControl access;
  private final TaskLambdas taskLambdas;

  @Inject
  FrontendPort(
      ServicePort port,
      Set<BindableService> services,
      ErrorMapping errors,
      EventStream events,
      ResourceHttp resources,
      TransitionBroadcaster broadcaster,
      AccessControl access,
      TaskLambdas taskLambdas) {
    this.port = port;
    this.services = services;
    this.errors = errors;
    this.events = events;
    this.resources = resources;
    this.broadcaster = broadcaster;
    this.access = access;
    this.taskLambdas = taskLambdas;
  }

  /** Opens the port. Calls are answered once this method has returned. */
  void open(BooleanSupplier alive) {
    port.open(
        "frontend",
        alive,
        taskLambdas,
        grpc -> {
          HttpJson.tune(grpc);
          grpc.exceptionHandler(errors);
        },
        http -> {
          HttpJson.tune(http, services, access);
          Console.on(http);
          RootRedirect.on(http);
          // The bodies of these requests are streams and not JSON.
          http.route().get(EventStream.PATH).build(events);
          http.route().get(ResourceHttp.PATH).put(ResourceHttp.PATH).build(resources);
          ApiFiles.on(http, services);
        });
  }

  int number() {
    return port.number();
  }

  /**
   * Closes the port. The watches are ended first, because their calls would not end by themselves.
   */
  @Override
  public void close() {
    broadcaster.close();
    port.close();
  }
}
