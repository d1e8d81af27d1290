package dev.atf.access;

import com.google.protobuf.Descriptors;
import com.google.protobuf.Message;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.RpcErrors;
import dev.atf.runtime.auth.Principal;
import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.StatusRuntimeException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Interceptor in front of every handler, which passes only allowed calls. A call that declares no
 * right is refused for every caller.
 */
record Authorization(Function<Principal, Rights> rights, boolean tenantsAreNamed, TaskLambdas tasks)
    implements ServerInterceptor {
  /** Services that describe the protocol. Every authenticated caller may call them. */
  private static final Set<String> OF_THE_SERVER =
      Set.of("grpc.reflection.v1.ServerReflection", "grpc.reflection.v1alpha.ServerReflection");

  @Override
  public <Q, A> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
    var method = call.getMethodDescriptor();
    var caller = Principal.current();
    if (caller.isEmpty()) {
      return refused(call, nobody());
    }
    if (OF_THE_SERVER.contains(String.valueOf(method.getServiceName()))) {
      return next.startCall(call, headers);
    }
    var right = CallRight.of(method);
    if (right.isEmpty()) {
      return refused(call, denied(caller.get(), method.getFullMethodName(), ""));
    }
    return new Guard<>(call, next.startCall(call, headers), caller.get(), right.get());
  }

  /** Returns the refusal of a call that did not arrive over gRPC; empty if it is allowed. */
  Optional<StatusRuntimeException> refusal(MethodDescriptor<?, ?> method, Message request) {
    var caller = Principal.current();
    if (caller.isEmpty()) {
      return Optional.of(nobody());
    }
    var right = CallRight.of(method);
    return right.isEmpty()
        ? Optional.of(denied(caller.get(), method.getFullMethodName(), ""))
        : refusal(caller.get(), right.get(), request);
  }

  /**
   * Returns the refusal that follows from the lambdas in the path of a call; empty if the path does
   * not decide.
   */
  Optional<StatusRuntimeException> refusal(
      Descriptors.MethodDescriptor method, Map<String, String> fromPath) {
    var caller = Principal.current();
    // The audit log is to have every administrative call: they are refused behind it.
    var right = CallRight.of(method).filter(one -> !one.isAudited());
    if (caller.isEmpty() || right.isEmpty()) {
      return Optional.empty();
    }
    var has = rights.apply(caller.get());
    return right.get().lambdas().stream()
        .filter(path -> path.steps().size() == 1)
        .map(path -> fromPath.get(path.name()))
        .filter(Objects::nonNull)
        .flatMap(lambda -> refusal(caller.get(), has, right.get(), List.of(lambda)).stream())
        .findFirst();
  }

  private static StatusRuntimeException nobody() {
    return RpcErrors.of(ErrorReason.CREDENTIALS_MISSING, "this call needs credentials");
  }

  private static <Q> ServerCall.Listener<Q> refused(
      ServerCall<Q, ?> call, StatusRuntimeException refusal) {
    close(call, refusal);
    return new ServerCall.Listener<>() {};
  }

  private static void close(ServerCall<?, ?> call, StatusRuntimeException refusal) {
    var trailers = refusal.getTrailers();
    call.close(refusal.getStatus(), trailers == null ? new Metadata() : trailers);
  }

  private static StatusRuntimeException denied(Principal caller, String call, String where) {
    return RpcErrors.of(
        ErrorReason.ACTION_NOT_ALLOWED,
        "%s is not allowed to %s%s".formatted(caller.name(), call, where));
  }

  /** Returns the refusal; empty if the call is allowed. */
  private Optional<StatusRuntimeException> refusal(
      Principal caller, CallRight right, Message request) {
    var has = rights.apply(caller);
    if (right.answerIsFiltered()) {
      return has.somewhere(right.actions())
          ? Optional.empty()
          : Optional.of(denied(caller, right.call(), ""));
    }
    if (right.everywhere()) {
      return has.everywhere(right.actions(), tenantsAreNamed)
          ? Optional.empty()
          : Optional.of(denied(caller, right.call(), ": it needs the right on all lambdas"));
    }
    return refusal(caller, has, right, right.lambdasIn(request))
        .or(() -> right.taskIn(request).flatMap(task -> refusal(caller, has, right, task)));
  }

  private static Optional<StatusRuntimeException> refusal(
      Principal caller, Rights has, CallRight right, List<String> lambdas) {
    for (var lambda : lambdas) {
      var decision = has.on(right.actions(), lambda);
      if (decision == Rights.Decision.HIDDEN) {
        return Optional.of(RpcErrors.lambdaNotFound(lambda));
      }
      if (decision == Rights.Decision.DENIED) {
        return Optional.of(denied(caller, right.call(), " of lambda " + lambda));
      }
    }
    return Optional.empty();
  }

  private Optional<StatusRuntimeException> refusal(
      Principal caller, Rights has, CallRight right, String task) {
    if (!has.somewhere(right.actions())) {
      return Optional.of(denied(caller, right.call(), ""));
    }
    // A missing task is not left to the handler, which may check other fields first: that would
    // distinguish it from a hidden one.
    var decision =
        tasks
            .lambdaOf(task)
            .map(lambda -> has.on(right.actions(), lambda))
            .orElse(Rights.Decision.HIDDEN);
    return switch (decision) {
      case ALLOWED -> Optional.empty();
      case HIDDEN -> Optional.of(RpcErrors.taskNotFound(task));
      case DENIED -> Optional.of(denied(caller, right.call(), " of this task's lambda"));
    };
  }

  /**
   * Listener that holds the request back until the decision. After a refusal, the handler receives
   * nothing.
   */
  private final class Guard<Q> extends SimpleForwardingServerCallListener<Q> {
    private final ServerCall<Q, ?> call;
    private final Principal caller;
    private final CallRight right;
    private boolean over;

    Guard(
        ServerCall<Q, ?> call, ServerCall.Listener<Q> handler, Principal caller, CallRight right) {
      super(handler);
      this.call = call;
      this.caller = caller;
      this.right = right;
    }

    @Override
    public void onMessage(Q request) {
      if (over) {
        return;
      }
      var refusal = refusal(caller, right, (Message) request);
      if (refusal.isPresent()) {
        over = true;
        close(call, refusal.get());
      } else {
        super.onMessage(request);
      }
    }

    @Override
    public void onHalfClose() {
      if (!over) {
        super.onHalfClose();
      }
    }
  }
}
