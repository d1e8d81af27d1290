package dev.atf.frontend.rpc;

import io.grpc.stub.StreamObserver;

/** Replies to unary calls. */
public final class Replies {
  private Replies() {}

  public static <T> void answer(StreamObserver<T> reply, T response) {
    reply.onNext(response);
    reply.onCompleted();
  }
}
