package dev.atf.access;

import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.Message;
import dev.atf.protocol.v1.Access;
import dev.atf.protocol.v1.AccessProto;
import dev.atf.protocol.v1.Action;
import io.grpc.protobuf.ProtoMethodDescriptorSupplier;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What one call needs, as its option {@code atf.v1.access} says.
 *
 * @param call its name, such as {@code Schedule}
 */
record CallRight(
    String call,
    Set<Action> actions,
    List<FieldPath> lambdas,
    Optional<FieldPath> task,
    boolean answerIsFiltered,
    List<FieldPath> audited) {

  /** Empty if the call does not say it, or says it in part: then it is nobody's. */
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
        access.getAuditedList().stream().map(path -> FieldPath.of(request, path)).toList());
  }

  private static boolean isWhole(Access access) {
    boolean findsLambda = access.getLambdaCount() > 0 || !access.getTask().isEmpty();
    return access.getActionsCount() > 0
        && !access.getActionsList().contains(Action.ACTION_UNSPECIFIED)
        && !access.getActionsList().contains(Action.UNRECOGNIZED)
        && findsLambda != access.getAnswerIsFiltered();
  }

  boolean isAudited() {
    return actions.contains(Action.ADMIN);
  }

  /**
   * The lambdas that the request names, each once; one without a name, which few may touch, if it
   * has to name one and does not: else who may do nothing might call it.
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

  /** What the audit log repeats of the request; what is not set is left out. */
  Map<String, String> auditedIn(Message request) {
    var said = new LinkedHashMap<String, String>();
    for (var path : audited) {
      var values = path.valuesIn(request).stream().map(CallRight::text).toList();
      var text = String.join(",", values);
      if (!text.isEmpty()) {
        said.put(path.name(), text);
      }
    }
    return said;
  }

  private static String text(Object value) {
    return value instanceof Message message
        ? com.google.protobuf.TextFormat.printer().shortDebugString(message)
        : String.valueOf(value);
  }
}
