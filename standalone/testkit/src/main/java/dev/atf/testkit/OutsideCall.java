package dev.atf.testkit;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Unary call of a test's thread. The whole call happens while the caller half-closes it. */
final class OutsideCall<A, B> extends ClientCall<A, B> {
  private final Channel inside;
  private final Consumer<Runnable> turn;
  private final MethodDescriptor<A, B> method;
  private final CallOptions options;
  private @Nullable Listener<B> listener;
  private @Nullable A request;

  OutsideCall(
      Channel inside, Consumer<Runnable> turn, MethodDescriptor<A, B> method, CallOptions options) {
    this.inside = inside;
    this.turn = turn;
    this.method = method;
    this.options = options;
  }

  @Override
  public void start(Listener<B> responseListener, Metadata headers) {
    listener = responseListener;
  }

  @Override
  public void sendMessage(A message) {
    request = message;
  }

  @Override
  public void halfClose() {
    var caller = Objects.requireNonNull(listener);
    var asked = Objects.requireNonNull(request);
    var answer = new AtomicReference<B>();
    var refusal = new AtomicReference<StatusRuntimeException>();
    turn.accept(
        () -> {
          try {
            answer.set(ClientCalls.blockingUnaryCall(inside, method, options, asked));
          } catch (StatusRuntimeException e) {
            refusal.set(e);
          }
        });
    var refused = refusal.get();
    if (refused == null) {
      caller.onMessage(answer.get());
      caller.onClose(Status.OK, new Metadata());
    } else {
      var trailers = refused.getTrailers();
      caller.onClose(refused.getStatus(), trailers == null ? new Metadata() : trailers);
    }
  }

  /** Does nothing, because requests are answered immediately. */
  @Override
  public void request(int messages) {}

  /** Does nothing, because a call ends before its caller gets it back. */
  @Override
  public void cancel(@Nullable String message, @Nullable Throwable cause) {}
}
