package dev.atf.hsc.call;

import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.util.function.Function;

/** Client that waits for the answer to one call. */
@FunctionalInterface
public interface Caller {
  /** Thrown when a part of a call's work was not started because nobody waits for the answer. */
  final class GoneException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    GoneException() {
      super("the caller has gone");
    }
  }

  /** Returns whether the client has cancelled the call, or the call has timed out. */
  boolean isGone();

  static Caller of(StreamObserver<?> answers) {
    return answers instanceof ServerCallStreamObserver<?> call ? call::isCancelled : () -> false;
  }

  /**
   * Returns {@code work} with a check in front of it, which throws {@link GoneException} if nobody
   * waits for the answer.
   */
  default <A, B> Function<A, B> unlessGone(Function<A, B> work) {
    return item -> {
      if (isGone()) {
        throw new GoneException();
      }
      return work.apply(item);
    };
  }
}
