package dev.atf.frontend;

import com.google.api.AnnotationsProto;
import com.google.api.HttpRule;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.util.JsonFormat;
import dev.atf.protocol.v1.JobServiceGrpc;
import dev.atf.protocol.v1.LambdaServiceGrpc;
import dev.atf.protocol.v1.PeriodicServiceGrpc;
import dev.atf.protocol.v1.TaskServiceGrpc;
import io.grpc.CallOptions;
import io.grpc.MethodDescriptor;
import io.grpc.ServiceDescriptor;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.ProtoMethodDescriptorSupplier;
import io.grpc.stub.ClientCalls;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Call of the public services. The calls are read from the descriptors, so that none can be
 * forgotten.
 */
record PublicMethod(MethodDescriptor<Message, Message> grpc, HttpRule http) {
  private static final Pattern VARIABLE = Pattern.compile("\\{([a-z_]+)\\}");

  static List<PublicMethod> all() {
    var methods = new ArrayList<PublicMethod>();
    add(methods, TaskServiceGrpc.getServiceDescriptor());
    add(methods, LambdaServiceGrpc.getServiceDescriptor());
    add(methods, PeriodicServiceGrpc.getServiceDescriptor());
    add(methods, JobServiceGrpc.getServiceDescriptor());
    return List.copyOf(methods);
  }

  @SuppressWarnings("unchecked") // all of them take and give messages
  private static void add(List<PublicMethod> methods, ServiceDescriptor service) {
    for (var method : service.getMethods()) {
      var described =
          ((ProtoMethodDescriptorSupplier) Objects.requireNonNull(method.getSchemaDescriptor()))
              .getMethodDescriptor();
      methods.add(
          new PublicMethod(
              (MethodDescriptor<Message, Message>) method,
              described.getOptions().getExtension(AnnotationsProto.http)));
    }
  }

  String path() {
    return "/" + grpc.getFullMethodName();
  }

  /** Returns an empty request. */
  Message prototype() {
    return Objects.requireNonNull(
        ((MethodDescriptor.PrototypeMarshaller<Message>) grpc.getRequestMarshaller())
            .getMessagePrototype());
  }

  /** Makes the call over gRPC. The reply to a refusal has its status. */
  Reply call(TestFrontend frontend, Message request) {
    try {
      var channel = frontend.tasks().getChannel();
      var ignored = ClientCalls.blockingUnaryCall(channel, grpc, CallOptions.DEFAULT, request);
      return Reply.ok("{}");
    } catch (StatusRuntimeException e) {
      return Reply.of(e);
    }
  }

  String verb() {
    return http.getPatternCase().name();
  }

  boolean hasBody() {
    return !http.getBody().isEmpty();
  }

  /**
   * Returns the HTTP path, with fields of the request as its variables and all other fields in the
   * query.
   */
  String pathOf(Message request) {
    var template =
        switch (http.getPatternCase()) {
          case GET -> http.getGet();
          case PUT -> http.getPut();
          case POST -> http.getPost();
          case DELETE -> http.getDelete();
          case PATCH -> http.getPatch();
          case CUSTOM, PATTERN_NOT_SET -> throw new IllegalStateException(http.toString());
        };
    var path =
        VARIABLE
            .matcher(template)
            .replaceAll(
                variable -> {
                  var name = variable.group(1);
                  var field = request.getDescriptorForType().findFieldByName(name);
                  return Transport.segment(request.getField(field).toString());
                });
    return hasBody() ? path : path + query(request, template);
  }

  private static String query(Message request, String template) {
    return request.getAllFields().entrySet().stream()
        .filter(field -> !template.contains("{" + field.getKey().getName() + "}"))
        .map(
            field ->
                field.getKey().getJsonName() + "=" + Transport.segment(field.getValue().toString()))
        .collect(Collectors.joining("&", "?", ""));
  }

  /** Returns the request as JSON; empty if JSON cannot express it, such as an invalid time. */
  static Optional<String> json(Message request) {
    try {
      return Optional.of(JsonFormat.printer().print(request));
    } catch (InvalidProtocolBufferException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
