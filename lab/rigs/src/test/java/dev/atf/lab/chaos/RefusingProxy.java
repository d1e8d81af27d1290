package dev.atf.lab.chaos;

import com.google.protobuf.InvalidProtocolBufferException;
import com.linecorp.armeria.client.WebClient;
import com.linecorp.armeria.common.AggregatedHttpRequest;
import com.linecorp.armeria.common.HttpHeaderNames;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.ResponseHeaders;
import com.linecorp.armeria.server.Server;
import dev.atf.protocol.v1.ScheduleBatchRequest;
import dev.atf.protocol.v1.ScheduleRequest;
import dev.atf.protocol.v1.TaskServiceGrpc;
import java.util.Arrays;
import java.util.Set;
import java.util.function.Predicate;

/** Proxy in front of a frontend that fails the first Schedule with some keys by INTERNAL. */
final class RefusingProxy implements AutoCloseable {
  /** Length of what gRPC puts before a message. */
  private static final int PREFIX_BYTES = 5;

  private static final String SCHEDULE =
      path(TaskServiceGrpc.getScheduleMethod().getFullMethodName());
  private static final String BATCH =
      path(TaskServiceGrpc.getScheduleBatchMethod().getFullMethodName());

  private final WebClient frontend;
  private final Predicate<String> planted;
  private final Set<String> refused;
  private final Server server;

  /**
   * @param planted keys whose first Schedule fails
   * @param refused receives them; proxies that share it refuse each once
   */
  RefusingProxy(String frontend, Predicate<String> planted, Set<String> refused) {
    this.frontend = WebClient.of(frontend.replace("http://", "h2c://"));
    this.planted = planted;
    this.refused = refused;
    this.server =
        Server.builder()
            .http(0)
            .serviceUnder(
                "/",
                (context, request) -> HttpResponse.of(request.aggregate().thenApply(this::answer)))
            .build();
    server.start().join();
  }

  String uri() {
    return "http://127.0.0.1:" + server.activeLocalPort();
  }

  private HttpResponse answer(AggregatedHttpRequest request) {
    return isRefused(request)
        ? HttpResponse.of(
            ResponseHeaders.of(
                HttpStatus.OK,
                HttpHeaderNames.CONTENT_TYPE,
                "application/grpc+proto",
                "grpc-status",
                "13",
                "grpc-message",
                "planted"))
        : frontend.execute(request.toHttpRequest());
  }

  private boolean isRefused(AggregatedHttpRequest request) {
    try {
      if (request.path().equals(SCHEDULE)) {
        var key = ScheduleRequest.parseFrom(message(request)).getIdempotencyKey();
        return planted.test(key) && refused.add(key);
      }
      // The client sends the Schedules of a batch that failed one by one.
      return request.path().equals(BATCH)
          && ScheduleBatchRequest.parseFrom(message(request)).getTasksList().stream()
              .map(ScheduleRequest::getIdempotencyKey)
              .anyMatch(key -> planted.test(key) && !refused.contains(key));
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalArgumentException(e);
    }
  }

  private static byte[] message(AggregatedHttpRequest request) {
    var bytes = request.content().array();
    return Arrays.copyOfRange(bytes, PREFIX_BYTES, bytes.length);
  }

  private static String path(String method) {
    return "/" + method;
  }

  @Override
  public void close() {
    server.stop().join();
  }
}
