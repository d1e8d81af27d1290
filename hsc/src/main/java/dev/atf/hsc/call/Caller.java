package dev.atf.hsc.call;

import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.util.function.Function;

/** Client that waits for the answer of one call. */
@FunctionalInterface
public interface Caller {
  /** Thrown when some of a call's work was not begun because nobody waits for it. */
  final class GoneException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    GoneException() {
      super("the caller has gone");
    }
  }

  /** Returns whether the client has cancelled the call, or its time is over. */
  boolean isGone();

  static Caller of(StreamObserver<?> answers) {
    return answers instanceof ServerCallStreamObserver<?> call ? call::isCancelled : () -> false;
  }

  /**
   * Returns {@code work}, which throws {@link GoneException} instead of beginning once nobody
   * waits.
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
