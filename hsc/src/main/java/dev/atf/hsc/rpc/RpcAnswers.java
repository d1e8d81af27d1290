package dev.atf.hsc.rpc;

import dev.atf.blob.BlobDamagedException;
import dev.atf.blob.BlobStoreException;
import dev.atf.blob.BlobsFullException;
import dev.atf.blob.BlobsOffException;
import dev.atf.blob.TenantFullException;
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

/** Maps failures to gRPC statuses. No other class does. */
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

  /** Returns the status that the caller gets for an exception. */
  static StatusRuntimeException statusOf(String call, RuntimeException failure) {
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
    if (failure instanceof BlobsFullException) {
      log.warn("call={} answers UNAVAILABLE: {}", call, failure.getMessage());
      return RpcErrors.of(ErrorReason.RESOURCES_UNAVAILABLE, String.valueOf(failure.getMessage()));
    }
    if (failure instanceof TenantFullException) {
      return RpcErrors.of(ErrorReason.TENANT_FULL, String.valueOf(failure.getMessage()));
    }
    if (failure instanceof BlobStoreException) {
      log.warn("call={} answers UNAVAILABLE", call, failure);
      return RpcErrors.of(
          ErrorReason.RESOURCES_UNAVAILABLE,
          call + ": the store of resources does not answer; repeat the call");
    }
    if (failure instanceof BlobDamagedException) {
      return RpcErrors.of(ErrorReason.RESOURCE_DAMAGED, String.valueOf(failure.getMessage()));
    }
    if (failure instanceof BlobsOffException) {
      return RpcErrors.of(ErrorReason.RESOURCES_OFF, String.valueOf(failure.getMessage()));
    }
    if (failure instanceof StatusRuntimeException status) {
      return status;
    }
    log.error("call={} failed", call, failure);
    return RpcErrors.of(ErrorReason.INTERNAL, call + " failed; see the log of this service");
  }
}
