package dev.atf.frontend.http;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.rpc.BadRequest;
import com.google.rpc.ErrorInfo;
import com.google.rpc.RetryInfo;
import com.google.rpc.Status;
import com.linecorp.armeria.common.AggregatedHttpResponse;
import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpHeaderNames;
import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.MediaType;
import com.linecorp.armeria.common.RequestHeaders;
import com.linecorp.armeria.common.ResponseHeaders;
import com.linecorp.armeria.common.grpc.GrpcSerializationFormats;
import com.linecorp.armeria.server.ServerBuilder;
import com.linecorp.armeria.server.ServerErrorHandler;
import com.linecorp.armeria.server.ServiceConfig;
import com.linecorp.armeria.server.ServiceRequestContext;
import com.linecorp.armeria.server.grpc.GrpcServiceBuilder;
import com.linecorp.armeria.server.grpc.HttpJsonTranscodingOptions;
import com.linecorp.armeria.server.grpc.HttpJsonTranscodingQueryParamMatchRule;
import com.linecorp.armeria.server.grpc.UnframedGrpcStatusMappingFunction;
import dev.atf.access.AccessControl;
import dev.atf.frontend.rpc.RetryAfter;
import dev.atf.protocol.RpcErrors;
import dev.atf.protocol.v1.ActivityPoint;
import dev.atf.protocol.v1.BackfillPeriodicResponse;
import dev.atf.protocol.v1.CancelTaskResponse;
import dev.atf.protocol.v1.EventServiceGrpc;
import dev.atf.protocol.v1.GetActivityResponse;
import dev.atf.protocol.v1.GetTaskLogResponse;
import dev.atf.protocol.v1.ListFiresResponse;
import dev.atf.protocol.v1.ListLambdasResponse;
import dev.atf.protocol.v1.ListPeriodicResponse;
import dev.atf.protocol.v1.ListTasksResponse;
import dev.atf.protocol.v1.LiveFigures;
import dev.atf.protocol.v1.PeriodicTask;
import dev.atf.protocol.v1.PreviewPeriodicResponse;
import dev.atf.protocol.v1.RedriveTasksResponse;
import dev.atf.protocol.v1.ScheduleBatchResponse;
import dev.atf.protocol.v1.ScheduleBatchResult;
import dev.atf.protocol.v1.ScheduleResponse;
import dev.atf.protocol.v1.Task;
import dev.atf.protocol.v1.Transition;
import dev.atf.protocol.v1.TriggerPeriodicResponse;
import dev.atf.runtime.refusal.ProblemDetails;
import io.grpc.BindableService;
import io.grpc.ServiceDescriptor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.curioswitch.common.protobuf.json.MessageMarshaller;
import org.jspecify.annotations.Nullable;

/**
 * HTTP/JSON form of the gRPC services. Some fields are always written, and unknown fields are
 * refused. Every error of any layer is a {@code google.rpc.Status} in JSON, or problem details,
 * with the matching HTTP status.
 */
public final class HttpJson {
  private static final MessageMarshaller ERRORS =
      errorDetails(MessageMarshaller.builder())
          .register(Status.class)
          .omittingInsignificantWhitespace(true)
          .build();

  /**
   * Marshallers by the names of their services. All servers of this process share them, because a
   * marshaller generates a class for each message.
   */
  private static final Map<String, JsonMarshaller> MARSHALLERS = new ConcurrentHashMap<>();

  private static final JsonMarshaller EVENTS = marshaller(EventServiceGrpc.getServiceDescriptor());

  private HttpJson() {}

  public static void tune(GrpcServiceBuilder grpc) {
    grpc.supportedSerializationFormats(GrpcSerializationFormats.values())
        .enableHttpJsonTranscoding(
            HttpJsonTranscodingOptions.builder()
                .queryParamMatchRules(
                    HttpJsonTranscodingQueryParamMatchRule.LOWER_CAMEL_CASE,
                    HttpJsonTranscodingQueryParamMatchRule.ORIGINAL_FIELD)
                .errorHandler(HttpJson::error)
                .build())
        .jsonMarshallerFactory(HttpJson::marshaller);
  }

  private static JsonMarshaller marshaller(ServiceDescriptor service) {
    return MARSHALLERS.computeIfAbsent(
        service.getName(), name -> new JsonMarshaller(service, HttpJson::settings));
  }

  private static void settings(MessageMarshaller.Builder json) {
    errorDetails(json).ignoringUnknownFields(false).includingDefaultValueFields(alwaysWritten());
  }

  public static void tune(
      ServerBuilder http, Collection<? extends BindableService> services, AccessControl access) {
    http.errorHandler(new Fallback());
    http.routeDecorator()
        .pathPrefix("/v1/")
        .exclude("prefix:" + ResourceHttp.PATHS)
        .build(new StrictJson(new HttpCalls(services), access));
    http.decorator(FramedGrpc::serve);
  }

  /** Returns the answer to a request that is refused before it is read. */
  static HttpResponse refused(
      ServiceRequestContext context, HttpStatus httpStatus, Status refusal) {
    return error(context.request().headers(), httpStatus, refusal).toHttpResponse();
  }

  /** Returns the answer to a call that failed. */
  public static HttpResponse failed(ServiceRequestContext context, Status error) {
    return failed(context, io.grpc.Status.fromCodeValue(error.getCode()), error);
  }

  /** Returns the text of a message of EventService. */
  static String text(Transition transition) {
    return EVENTS.text(transition);
  }

  static String text(Status status) {
    try {
      return new String(ERRORS.writeValueAsBytes(status), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Returns the fields that are always written. Proto3's JSON would omit them if they are zero,
   * false or empty, and a reader would miss them.
   */
  private static List<FieldDescriptor> alwaysWritten() {
    return List.of(
        ScheduleResponse.getDescriptor().findFieldByName("created"),
        TriggerPeriodicResponse.getDescriptor().findFieldByName("created"),
        PeriodicTask.getDescriptor().findFieldByName("paused"),
        BackfillPeriodicResponse.getDescriptor().findFieldByName("fires"),
        BackfillPeriodicResponse.getDescriptor().findFieldByName("existing"),
        ListPeriodicResponse.getDescriptor().findFieldByName("tasks"),
        ListFiresResponse.getDescriptor().findFieldByName("fires"),
        PreviewPeriodicResponse.getDescriptor().findFieldByName("fires"),
        ScheduleBatchResponse.getDescriptor().findFieldByName("results"),
        ScheduleBatchResult.getDescriptor().findFieldByName("created"),
        Task.getDescriptor().findFieldByName("attempt"),
        CancelTaskResponse.getDescriptor().findFieldByName("cancel_requested"),
        ListTasksResponse.getDescriptor().findFieldByName("tasks"),
        GetTaskLogResponse.getDescriptor().findFieldByName("attempt"),
        GetTaskLogResponse.getDescriptor().findFieldByName("parts"),
        GetTaskLogResponse.getDescriptor().findFieldByName("next_after"),
        GetTaskLogResponse.getDescriptor().findFieldByName("running"),
        GetTaskLogResponse.getDescriptor().findFieldByName("complete"),
        RedriveTasksResponse.getDescriptor().findFieldByName("redriven"),
        RedriveTasksResponse.getDescriptor().findFieldByName("examined"),
        ListLambdasResponse.getDescriptor().findFieldByName("lambdas"),
        LiveFigures.getDescriptor().findFieldByName("dead"),
        LiveFigures.getDescriptor().findFieldByName("controllers"),
        LiveFigures.Priority.getDescriptor().findFieldByName("pending"),
        LiveFigures.Priority.getDescriptor().findFieldByName("queued"),
        Transition.getDescriptor().findFieldByName("attempt"),
        GetActivityResponse.getDescriptor().findFieldByName("points"),
        ActivityPoint.getDescriptor().findFieldByName("scheduled_count"),
        ActivityPoint.getDescriptor().findFieldByName("started_count"),
        ActivityPoint.getDescriptor().findFieldByName("succeeded_count"),
        ActivityPoint.getDescriptor().findFieldByName("failed_count"),
        ActivityPoint.getDescriptor().findFieldByName("dead_count"),
        ActivityPoint.DeliveryMillis.getDescriptor().findFieldByName("p50"),
        ActivityPoint.DeliveryMillis.getDescriptor().findFieldByName("p95"),
        ActivityPoint.DeliveryMillis.getDescriptor().findFieldByName("p99"));
  }

  private static MessageMarshaller.Builder errorDetails(MessageMarshaller.Builder json) {
    return json.register(ErrorInfo.class).register(BadRequest.class).register(RetryInfo.class);
  }

  private static HttpResponse error(
      ServiceRequestContext context, io.grpc.Status status, AggregatedHttpResponse grpc) {
    return failed(context, status, detailed(status, grpc));
  }

  private static HttpResponse failed(
      ServiceRequestContext context, io.grpc.Status status, Status detailed) {
    var httpStatus = UnframedGrpcStatusMappingFunction.of().apply(context, status, null);
    return refused(
        context, httpStatus == null ? HttpStatus.INTERNAL_SERVER_ERROR : httpStatus, detailed);
  }

  /** Returns the status with its details from the trailers, if they contain one. */
  private static Status detailed(io.grpc.Status status, AggregatedHttpResponse grpc) {
    var name = HttpHeaderNames.of("grpc-status-details-bin");
    var encoded = grpc.trailers().get(name, grpc.headers().get(name, ""));
    if (!encoded.isEmpty()) {
      try {
        return Status.parseFrom(Base64.getDecoder().decode(encoded));
      } catch (InvalidProtocolBufferException | IllegalArgumentException e) {
        // The answer then has no details.
      }
    }
    var message = status.getDescription();
    return RpcErrors.ofTransport(
        status.getCode(), message == null ? status.getCode().name() : message);
  }

  /** Returns an error in the form that the caller accepts. */
  private static AggregatedHttpResponse error(
      RequestHeaders request, HttpStatus httpStatus, Status status) {
    boolean problem = ProblemDetails.areAccepted(request);
    var headers =
        ResponseHeaders.builder(httpStatus)
            .contentType(problem ? ProblemDetails.TYPE : MediaType.JSON_UTF_8);
    RetryAfter.seconds(status)
        .ifPresent(seconds -> headers.set(HttpHeaderNames.RETRY_AFTER, Long.toString(seconds)));
    return AggregatedHttpResponse.of(
        headers.build(),
        problem ? ProblemDetails.of(httpStatus, status, request) : HttpData.ofUtf8(text(status)));
  }

  /**
   * Handles errors that no gRPC service answered: unknown paths, wrong methods, and bodies that are
   * too large.
   */
  static final class Fallback implements ServerErrorHandler {
    /** Headers of a request that failed before its headers could be read. */
    private static final RequestHeaders NO_HEADERS = RequestHeaders.of(HttpMethod.GET, "/");

    @Override
    public @Nullable HttpResponse onServiceException(
        ServiceRequestContext context, Throwable cause) {
      return null;
    }

    @Override
    public @Nullable AggregatedHttpResponse renderStatus(
        @Nullable ServiceRequestContext context,
        ServiceConfig config,
        @Nullable RequestHeaders headers,
        HttpStatus status,
        @Nullable String description,
        @Nullable Throwable cause) {
      var type = headers == null ? null : headers.contentType();
      boolean grpc =
          type != null && type.type().equals("application") && type.subtype().startsWith("grpc");
      var message = description == null ? messageOf(status, config) : description;
      return grpc
          ? grpc(RpcErrors.ofTransport(grpcCodeOf(status), message))
          : error(
              headers == null ? NO_HEADERS : headers,
              status,
              RpcErrors.ofTransport(codeOf(status), message));
    }

    /**
     * Returns the error for a gRPC client, which would see UNKNOWN if it got only an HTTP status.
     */
    private static AggregatedHttpResponse grpc(Status error) {
      var details = Base64.getEncoder().withoutPadding().encodeToString(error.toByteArray());
      return AggregatedHttpResponse.of(
          ResponseHeaders.builder(HttpStatus.OK)
              .contentType(MediaType.create("application", "grpc"))
              .add("grpc-status", Integer.toString(error.getCode()))
              .add("grpc-message", error.getMessage().replaceAll("[^ -$&-~]", "?"))
              .add("grpc-status-details-bin", details)
              .build());
    }

    private static String messageOf(HttpStatus status, ServiceConfig config) {
      return switch (status.code()) {
        case 404 -> "nothing is served at this path; /docs lists the calls";
        case 405 -> "this path is not served with this method; /docs lists the calls";
        case 413 ->
            "the request is too large (expected: at most %d bytes)"
                .formatted(config.maxRequestLength());
        default -> status.reasonPhrase();
      };
    }

    /** Returns the gRPC code for an HTTP status. In gRPC, an unknown path is an unknown method. */
    private static io.grpc.Status.Code grpcCodeOf(HttpStatus status) {
      return status.equals(HttpStatus.NOT_FOUND)
          ? io.grpc.Status.Code.UNIMPLEMENTED
          : codeOf(status);
    }

    private static io.grpc.Status.Code codeOf(HttpStatus status) {
      return switch (status.code()) {
        case 400 -> io.grpc.Status.Code.INVALID_ARGUMENT;
        case 404 -> io.grpc.Status.Code.NOT_FOUND;
        case 405, 415, 501 -> io.grpc.Status.Code.UNIMPLEMENTED;
        case 413, 414, 429, 431 -> io.grpc.Status.Code.RESOURCE_EXHAUSTED;
        case 503 -> io.grpc.Status.Code.UNAVAILABLE;
        case 504 -> io.grpc.Status.Code.DEADLINE_EXCEEDED;
        default ->
            status.code() < 500
                ? io.grpc.Status.Code.INVALID_ARGUMENT
                : io.grpc.Status.Code.INTERNAL;
      };
    }
  }
}
