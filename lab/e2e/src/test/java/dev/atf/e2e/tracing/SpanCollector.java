package dev.atf.e2e.tracing;

import com.google.protobuf.InvalidProtocolBufferException;
import com.linecorp.armeria.common.AggregatedHttpRequest;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.server.Server;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.Span;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Receives spans by OTLP over HTTP, and keeps them. */
final class SpanCollector implements AutoCloseable {
  private final List<ToldSpan> told = new CopyOnWriteArrayList<>();
  private final Server server =
      Server.builder()
          .http(0)
          .service(
              "/v1/traces",
              (context, request) -> HttpResponse.of(request.aggregate().thenApply(this::take)))
          .build();

  SpanCollector() {
    server.start().join();
  }

  String uri() {
    return "http://127.0.0.1:" + server.activeLocalPort();
  }

  /** Returns the spans about a task, in the order of their arrival. */
  List<ToldSpan> of(String taskId) {
    return told.stream()
        .filter(span -> span.attribute("messaging.message.id").equals(taskId))
        .toList();
  }

  private HttpResponse take(AggregatedHttpRequest request) {
    try {
      ExportTraceServiceRequest.parseFrom(request.content().array())
          .getResourceSpansList()
          .forEach(this::take);
      return HttpResponse.of(HttpStatus.OK);
    } catch (InvalidProtocolBufferException e) {
      return HttpResponse.of(HttpStatus.BAD_REQUEST);
    }
  }

  private void take(ResourceSpans process) {
    var service = value(process.getResource().getAttributesList(), "service.name");
    process.getScopeSpansList().stream()
        .flatMap(scope -> scope.getSpansList().stream())
        .forEach(span -> told.add(new ToldSpan(service, span)));
  }

  static String value(List<KeyValue> attributes, String key) {
    return attributes.stream()
        .filter(attribute -> attribute.getKey().equals(key))
        .map(KeyValue::getValue)
        .map(
            value ->
                value.hasStringValue()
                    ? value.getStringValue()
                    : String.valueOf(value.hasIntValue() ? value.getIntValue() : value))
        .findFirst()
        .orElse("");
  }

  /**
   * A span as a process sent it.
   *
   * @param service name of the process
   */
  record ToldSpan(String service, Span span) {
    String attribute(String key) {
      return value(span.getAttributesList(), key);
    }

    /** Returns the attempt; 0 if the span is of none. */
    int attempt() {
      var number = attribute("atf.attempt");
      return number.isEmpty() ? 0 : Integer.parseInt(number);
    }

    String traceId() {
      return hex(span.getTraceId());
    }

    String spanId() {
      return hex(span.getSpanId());
    }

    /** Returns the parent; empty if the span begins its trace. */
    String parent() {
      return hex(span.getParentSpanId());
    }

    /** Returns trace and span of each link. */
    List<String> links() {
      return span.getLinksList().stream()
          .map(link -> hex(link.getTraceId()) + "-" + hex(link.getSpanId()))
          .toList();
    }

    /** Returns the address that a link has. */
    String address() {
      return traceId() + "-" + spanId();
    }

    /** Returns the header of calls of this span. */
    String traceParent() {
      return "00-%s-%02x".formatted(address(), span.getFlags() & 0xff);
    }

    private static String hex(com.google.protobuf.ByteString id) {
      return java.util.HexFormat.of().formatHex(id.toByteArray());
    }
  }

  @Override
  public void close() {
    server.stop().join();
  }
}
