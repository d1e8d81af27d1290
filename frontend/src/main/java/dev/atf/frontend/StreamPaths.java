package dev.atf.frontend;

import com.linecorp.armeria.server.ServerBuilder;
import dev.atf.frontend.http.EventStream;
import dev.atf.frontend.resource.ResourceHttp;
import jakarta.inject.Inject;

/** Paths of the API whose bodies are streams, and not JSON. */
final class StreamPaths {
  private final EventStream events;
  private final ResourceHttp resources;

  @Inject
  StreamPaths(EventStream events, ResourceHttp resources) {
    this.events = events;
    this.resources = resources;
  }

  void on(ServerBuilder http) {
    http.route().get(EventStream.PATH).build(events);
    http.route().get(ResourceHttp.PATH).put(ResourceHttp.PATH).build(resources);
  }
}
