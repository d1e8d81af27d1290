package dev.atf.frontend.http;

import com.linecorp.armeria.common.HttpHeaderNames;
import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.MediaType;
import com.linecorp.armeria.common.QueryParams;
import com.linecorp.armeria.common.ResponseHeaders;
import com.linecorp.armeria.server.HttpService;
import com.linecorp.armeria.server.ServiceRequestContext;
import dev.atf.access.AccessControl;
import dev.atf.access.TaskLambdas;
import dev.atf.frontend.event.TransitionWatch;
import dev.atf.frontend.event.WatchService;
import dev.atf.frontend.rpc.ErrorMapping;
import dev.atf.protocol.v1.EventServiceGrpc;
import dev.atf.protocol.v1.WatchTransitionsRequest;
import dev.atf.validation.JsonFields;
import jakarta.inject.Inject;
import java.util.concurrent.CompletableFuture;

/**
 * WatchTransitions as <a href="https://html.spec.whatwg.org/multipage/server-sent-events.html">
 * server-sent events</a>: a transition is an event without a name, and a heartbeat is a comment.
 * Each has its cursor as its id, which the client sends back as {@code Last-Event-ID}.
 */
public final class EventStream implements HttpService {
  public static final String PATH = "/v1/events";

  private static final ResponseHeaders HEAD =
      ResponseHeaders.builder(HttpStatus.OK)
          .contentType(MediaType.EVENT_STREAM)
          .add(HttpHeaderNames.CACHE_CONTROL, "no-store")
          // This header stops proxies from buffering the stream.
          .add("x-accel-buffering", "no")
          .build();

  private final WatchService watches;
  private final AccessControl access;
  private final TaskLambdas tasks;
  private final ErrorMapping errors;

  @Inject
  EventStream(WatchService watches, AccessControl access, TaskLambdas tasks, ErrorMapping errors) {
    this.watches = watches;
    this.access = access;
    this.tasks = tasks;
    this.errors = errors;
  }

  @Override
  public HttpResponse serve(ServiceRequestContext context, HttpRequest request) {
    context.clearRequestTimeout();
    var wanted = wanted(context.queryParams(), request.headers().get("last-event-id", ""));
    return HttpResponse.of(
        CompletableFuture.supplyAsync(
            () -> watched(context, wanted), context.blockingTaskExecutor()));
  }

  private HttpResponse watched(ServiceRequestContext context, WatchTransitionsRequest wanted) {
    try {
      var refusal = access.refusal(EventServiceGrpc.getWatchTransitionsMethod(), wanted, tasks);
      if (refusal.isPresent()) {
        throw refusal.get();
      }
      var response = HttpResponse.streaming();
      var sink = new EventSink(response, context.eventLoop());
      var watch = watches.watch(wanted, sink);
      sink.whenReady(watch::pump);
      response.write(HEAD);
      watches.begin(watch);
      var unused = response.whenComplete().handle((done, failure) -> left(watch));
      return response;
    } catch (RuntimeException e) {
      return HttpJson.failed(context, errors.statusOf(e));
    }
  }

  private boolean left(TransitionWatch watch) {
    watches.leave(watch);
    return true;
  }

  /** Parses the request, whose field names {@link StrictJson} has checked. */
  private static WatchTransitionsRequest wanted(QueryParams query, String lastEventId) {
    var wanted = WatchTransitionsRequest.newBuilder();
    for (var name : query.names()) {
      JsonFields.find(WatchTransitionsRequest.getDescriptor(), name)
          .ifPresent(field -> wanted.setField(field, query.get(name, "")));
    }
    if (!lastEventId.isEmpty()) {
      wanted.setCursor(lastEventId);
    }
    return wanted.build();
  }
}
