package dev.atf.frontend.http;

import com.google.api.AnnotationsProto;
import com.google.api.HttpRule;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.Descriptors.ServiceDescriptor;
import com.linecorp.armeria.common.HttpMethod;
import dev.atf.protocol.v1.WatchTransitionsRequest;
import io.grpc.BindableService;
import io.grpc.protobuf.ProtoServiceDescriptorSupplier;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * HTTP form of a call: its {@code google.api.http} option, or the path of the event stream.
 *
 * @param template path with field names in braces
 * @param inBody whether the fields that are not in the path are in the body; otherwise they are in
 *     the query
 */
public record HttpRoute(MethodDescriptor call, HttpMethod method, String template, boolean inBody) {
  static final Pattern VARIABLE = Pattern.compile("\\{(\\w+)}");

  /** Returns the routes of all calls that have one, in the order of the services. */
  public static List<HttpRoute> of(Collection<? extends BindableService> services) {
    return services.stream()
        .flatMap(service -> descriptor(service).stream())
        .flatMap(service -> service.getMethods().stream())
        .flatMap(call -> of(call).stream())
        .toList();
  }

  private static Optional<ServiceDescriptor> descriptor(BindableService service) {
    return service.bindService().getServiceDescriptor().getSchemaDescriptor()
            instanceof ProtoServiceDescriptorSupplier described
        ? Optional.of(described.getServiceDescriptor())
        : Optional.empty();
  }

  private static Optional<HttpRoute> of(MethodDescriptor call) {
    if (call.getInputType().equals(WatchTransitionsRequest.getDescriptor())) {
      // This call has no option, because the transcoder does not serve streams.
      return Optional.of(new HttpRoute(call, HttpMethod.GET, EventStream.PATH, false));
    }
    if (!call.getOptions().hasExtension(AnnotationsProto.http)) {
      return Optional.empty();
    }
    var rule = call.getOptions().getExtension(AnnotationsProto.http);
    return Optional.of(
        new HttpRoute(
            call,
            HttpMethod.valueOf(rule.getPatternCase().name()),
            path(rule),
            !rule.getBody().isEmpty()));
  }

  private static String path(HttpRule rule) {
    return switch (rule.getPatternCase()) {
      case GET -> rule.getGet();
      case PUT -> rule.getPut();
      case POST -> rule.getPost();
      case DELETE -> rule.getDelete();
      case PATCH -> rule.getPatch();
      case CUSTOM, PATTERN_NOT_SET -> throw new IllegalStateException("no such rule: " + rule);
    };
  }

  /** Returns the fields in the path, in the order of the path. */
  public List<FieldDescriptor> inPath() {
    return VARIABLE
        .matcher(template)
        .results()
        .map(variable -> call.getInputType().findFieldByName(variable.group(1)))
        .toList();
  }

  /** Returns whether the header {@code Idempotency-Key} can set a field of the request. */
  public boolean takesIdempotencyKey() {
    return method == HttpMethod.POST && IdempotencyHeader.isTakenBy(call.getInputType());
  }
}
