package dev.atf.local.security;

import com.google.api.AnnotationsProto;
import com.google.api.HttpRule;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import dev.atf.protocol.v1.Access;
import dev.atf.protocol.v1.AccessProto;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientInterceptors;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServiceDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.ProtoMethodDescriptorSupplier;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.MetadataUtils;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** A call of the protocol, made from its descriptor, so that none can be left out. */
record ProtocolCall(MethodDescriptor<Message, Message> grpc, Access access, HttpRule http) {
  private static final Path PROTOCOL = Path.of("../../protocol/src/main/protobuf/atf/v1");
  private static final Pattern SERVICE = Pattern.compile("(?m)^service (\\w+)");

  /** Returns the calls of every service of every file of the protocol. */
  static List<ProtocolCall> all() throws IOException, ReflectiveOperationException {
    var calls = new ArrayList<ProtocolCall>();
    try (var files = Files.list(PROTOCOL)) {
      for (var file : files.sorted().toList()) {
        var services = SERVICE.matcher(Files.readString(file));
        while (services.find()) {
          add(calls, services.group(1));
        }
      }
    }
    return calls;
  }

  @SuppressWarnings("unchecked") // all of them take and give messages
  private static void add(List<ProtocolCall> calls, String service)
      throws ReflectiveOperationException {
    var stubs = Class.forName("dev.atf.protocol.v1." + service + "Grpc");
    var described = (ServiceDescriptor) stubs.getMethod("getServiceDescriptor").invoke(null);
    for (var method : Objects.requireNonNull(described).getMethods()) {
      var options =
          ((ProtoMethodDescriptorSupplier) Objects.requireNonNull(method.getSchemaDescriptor()))
              .getMethodDescriptor()
              .getOptions();
      calls.add(
          new ProtocolCall(
              (MethodDescriptor<Message, Message>) method,
              options.getExtension(AccessProto.access),
              options.getExtension(AnnotationsProto.http)));
    }
  }

  String name() {
    return Objects.requireNonNull(grpc.getBareMethodName());
  }

  String service() {
    return Objects.requireNonNull(grpc.getServiceName()).replace("atf.v1.", "");
  }

  boolean isPublic() {
    return !http.equals(HttpRule.getDefaultInstance());
  }

  /** Returns an otherwise empty request about this lambda and this task. */
  Message request(String lambda, String task) {
    var prototype =
        ((MethodDescriptor.PrototypeMarshaller<Message>) grpc.getRequestMarshaller())
            .getMessagePrototype();
    var request = Objects.requireNonNull(prototype).toBuilder();
    access.getLambdaList().forEach(path -> set(request, path, lambda));
    if (!access.getTask().isEmpty()) {
      set(request, access.getTask(), task);
    }
    return request.build();
  }

  /** Returns the paths of all texts that a request may have, but for labels and the like. */
  List<String> texts() {
    return texts(request("", "").getDescriptorForType(), List.of());
  }

  private static List<String> texts(Descriptor type, List<Descriptor> within) {
    var paths = new ArrayList<String>();
    for (var field : type.getFields()) {
      if (field.getType() == FieldDescriptor.Type.STRING) {
        paths.add(field.getName());
      } else if (field.getType() == FieldDescriptor.Type.MESSAGE
          && !field.isMapField()
          && !field.getMessageType().getFullName().startsWith("google.")
          && !within.contains(field.getMessageType())) {
        var around = new ArrayList<>(within);
        around.add(type);
        texts(field.getMessageType(), around)
            .forEach(path -> paths.add(field.getName() + "." + path));
      }
    }
    return paths;
  }

  /** Returns a request with another text in a field; of a list, in its first element. */
  static Message with(Message request, String path, String value) {
    var changed = request.toBuilder();
    set(changed, path, value);
    return changed.build();
  }

  private static void set(Message.Builder message, String path, String value) {
    int dot = path.indexOf('.');
    var name = dot < 0 ? path : path.substring(0, dot);
    FieldDescriptor field = message.getDescriptorForType().findFieldByName(name);
    if (dot >= 0) {
      setInner(message, field, path.substring(dot + 1), value);
    } else if (field.isRepeated()) {
      message.clearField(field).addRepeatedField(field, value);
    } else {
      message.setField(field, value);
    }
  }

  /** Adds to the message field that another path has created. */
  private static void setInner(
      Message.Builder message, FieldDescriptor field, String path, String value) {
    boolean there =
        field.isRepeated() ? message.getRepeatedFieldCount(field) > 0 : message.hasField(field);
    var inner = message.newBuilderForField(field);
    if (there) {
      inner.mergeFrom(
          (Message)
              (field.isRepeated() ? message.getRepeatedField(field, 0) : message.getField(field)));
    }
    set(inner, path, value);
    if (!field.isRepeated()) {
      message.setField(field, inner.build());
    } else if (there) {
      message.setRepeatedField(field, 0, inner.build());
    } else {
      message.addRepeatedField(field, inner.build());
    }
  }

  /** Returns the status of the call; OK if it is answered. */
  StatusRuntimeException over(Channel channel, String token, Message request) {
    try {
      var unused = answer(channel, token, request);
      return Status.OK.asRuntimeException();
    } catch (StatusRuntimeException e) {
      return e;
    }
  }

  /**
   * Returns the answer, or the first of a stream.
   *
   * @throws StatusRuntimeException if the call is refused
   */
  Message answer(Channel channel, String token, Message request) {
    var headers = new Metadata();
    if (!token.isEmpty()) {
      headers.put(
          Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER), "Bearer " + token);
    }
    var showing =
        ClientInterceptors.intercept(channel, MetadataUtils.newAttachHeadersInterceptor(headers));
    var options = CallOptions.DEFAULT.withDeadlineAfter(20, TimeUnit.SECONDS);
    return grpc.getType() == MethodDescriptor.MethodType.SERVER_STREAMING
        ? ClientCalls.blockingServerStreamingCall(showing, grpc, options, request).next()
        : ClientCalls.blockingUnaryCall(showing, grpc, options, request);
  }

  String path(String lambda, String task) {
    var template =
        switch (http.getPatternCase()) {
          case GET -> http.getGet();
          case PUT -> http.getPut();
          case POST -> http.getPost();
          case DELETE -> http.getDelete();
          case PATCH -> http.getPatch();
          case CUSTOM, PATTERN_NOT_SET -> throw new IllegalStateException(http.toString());
        };
    return template
        .replace("{lambda}", lambda)
        .replace("{name}", lambda)
        .replace("{task_id}", task)
        // Name of something in the lambda: any.
        .replaceAll("\\{[a-z_]+\\}", "x");
  }

  String verb() {
    return http.getPatternCase().name();
  }
}
