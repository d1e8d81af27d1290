package dev.atf.access;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.Message;
import dev.atf.protocol.v1.Access;
import dev.atf.protocol.v1.AccessProto;
import dev.atf.protocol.v1.Action;
import io.grpc.protobuf.ProtoMethodDescriptorSupplier;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Right that one call needs, from its option {@code atf.v1.access}.
 *
 * @param call name of the call, such as {@code Schedule}
 * @param everywhere whether the actions must be allowed on every lambda of every tenant
 */
record CallRight(
    String call,
    Set<Action> actions,
    List<FieldPath> lambdas,
    Optional<FieldPath> task,
    boolean answerIsFiltered,
    boolean everywhere,
    List<FieldPath> audited) {

  /**
   * Returns the right that a call declares; empty if the declaration is missing or incomplete. Such
   * a call is refused for every caller.
   */
  static Optional<CallRight> of(io.grpc.MethodDescriptor<?, ?> method) {
    return method.getSchemaDescriptor() instanceof ProtoMethodDescriptorSupplier supplier
        ? of(supplier.getMethodDescriptor())
        : Optional.empty();
  }

  static Optional<CallRight> of(MethodDescriptor method) {
    if (!method.getOptions().hasExtension(AccessProto.access)) {
      return Optional.empty();
    }
    var access = method.getOptions().getExtension(AccessProto.access);
    return isWhole(access) ? Optional.of(of(method, access)) : Optional.empty();
  }

  private static CallRight of(MethodDescriptor method, Access access) {
    var request = method.getInputType();
    return new CallRight(
        method.getName(),
        Set.copyOf(access.getActionsList()),
        access.getLambdaList().stream().map(path -> FieldPath.of(request, path)).toList(),
        Optional.of(access.getTask())
            .filter(path -> !path.isEmpty())
            .map(path -> FieldPath.of(request, path)),
        access.getAnswerIsFiltered(),
        access.getEverywhere(),
        access.getAuditedList().stream().map(path -> FieldPath.of(request, path)).toList());
  }

  private static boolean isWhole(Access access) {
    var places =
        Stream.of(
            access.getLambdaCount() > 0 || !access.getTask().isEmpty(),
            access.getAnswerIsFiltered(),
            access.getEverywhere());
    return access.getActionsCount() > 0
        && !access.getActionsList().contains(Action.ACTION_UNSPECIFIED)
        && !access.getActionsList().contains(Action.UNRECOGNIZED)
        && places.filter(given -> given).count() == 1;
  }

  boolean isAudited() {
    return actions.contains(Action.ADMIN) || !audited.isEmpty();
  }

  /**
   * Returns the lambdas that the request names, without duplicates. If a request must name a lambda
   * and does not, the result has one empty name. Only callers with rights on every lambda have
   * rights on it, so nobody else can make the call.
   */
  List<String> lambdasIn(Message request) {
    var named =
        lambdas.stream()
            .flatMap(path -> path.valuesIn(request).stream())
            .map(String::valueOf)
            .distinct()
            .toList();
    return named.isEmpty() && !lambdas.isEmpty() ? List.of("") : named;
  }

  Optional<String> taskIn(Message request) {
    return task.map(path -> String.valueOf(path.valuesIn(request).get(0)));
  }

  /** Returns the fields of the request that are written to the audit log, without unset ones. */
  Map<String, String> auditedIn(Message request) {
    var named = new LinkedHashMap<String, String>();
    for (var path : audited) {
      var values = path.valuesIn(request).stream().map(CallRight::text).toList();
      var text = String.join(",", values);
      if (!text.isEmpty()) {
        named.put(path.name(), text);
      }
    }
    return named;
  }

  private static String text(Object value) {
    return value instanceof Message message
        ? com.google.protobuf.TextFormat.printer().shortDebugString(message)
        : String.valueOf(value);
  }

  /** Path to fields of a message: {@code a.b} stands for the field b of each message in a. */
  record FieldPath(List<FieldDescriptor> steps) {
    /**
     * Parses a path of fields, separated by dots.
     *
     * @throws IllegalArgumentException if the message has no such field
     */
    static FieldPath of(Descriptor message, String path) {
      var steps = new ArrayList<FieldDescriptor>();
      var at = message;
      for (var name : path.split("\\.", -1)) {
        var field = at.findFieldByName(name);
        if (field == null) {
          throw new IllegalArgumentException(at.getFullName() + " has no field " + name);
        }
        steps.add(field);
        at = field.getJavaType() == FieldDescriptor.JavaType.MESSAGE ? field.getMessageType() : at;
      }
      return new FieldPath(List.copyOf(steps));
    }

    String name() {
      return steps.stream().map(FieldDescriptor::getName).collect(Collectors.joining("."));
    }

    /**
     * Returns all values at the path. An unset field has its default value; an unset message has no
     * values.
     */
    List<Object> valuesIn(Message message) {
      var values = Stream.<Object>of(message);
      for (var step : steps) {
        values = values.flatMap(value -> fieldOf((Message) value, step));
      }
      return values.toList();
    }

    private static Stream<Object> fieldOf(Message message, FieldDescriptor field) {
      boolean single =
          field.getJavaType() == FieldDescriptor.JavaType.MESSAGE && !field.isRepeated();
      if (single && !message.hasField(field)) {
        return Stream.of();
      }
      return field.isRepeated()
          ? ((List<?>) message.getField(field)).stream().map(value -> (Object) value)
          : Stream.of(message.getField(field));
    }
  }
}
