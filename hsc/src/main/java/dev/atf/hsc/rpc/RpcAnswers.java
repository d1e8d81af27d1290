package dev.atf.hsc.rpc;

import dev.atf.hsc.call.Bulkhead;
import dev.atf.hsc.call.Caller;
import dev.atf.model.check.InvalidFieldException;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.RpcErrors;
import dev.atf.store.StoreException;
import dev.atf.validation.Violations;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import io.grpc.stub.StreamObserver;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Maps failures to gRPC statuses; no other class does. */
final class RpcAnswers {
  private static final Logger log = LoggerFactory.getLogger(RpcAnswers.class);

  private RpcAnswers() {}

  /** Answers one call with the result of {@code work}, or with the status of its exception. */
  static <T> void answer(String call, StreamObserver<T> observer, Supplier<T> work) {
    T response;
    try {
      response = work.get();
    } catch (RuntimeException e) {
      observer.onError(statusOf(call, e));
      return;
    }
    observer.onNext(response);
    observer.onCompleted();
  }

  private static StatusRuntimeException statusOf(String call, RuntimeException failure) {
    if (failure instanceof InvalidFieldException invalid) {
      return StatusProto.toStatusRuntimeException(Violations.status(invalid.violations()));
    }
    if (failure instanceof StoreException
        || failure instanceof Bulkhead.FullException
        || failure instanceof Caller.GoneException) {
      log.warn("call={} answers UNAVAILABLE: {}", call, failure.getMessage());
      return RpcErrors.of(
          ErrorReason.STORE_UNAVAILABLE, call + ": the store does not answer; repeat the call");
    }
    log.error("call={} failed", call, failure);
    return RpcErrors.of(ErrorReason.INTERNAL, call + " failed; see the log of this service");
  }
}
