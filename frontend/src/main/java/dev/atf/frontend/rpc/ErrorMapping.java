package dev.atf.frontend.rpc;

import com.google.rpc.Status;
import com.linecorp.armeria.common.RequestContext;
import com.linecorp.armeria.common.grpc.GrpcExceptionHandlerFunction;
import com.linecorp.armeria.common.util.Exceptions;
import dev.atf.blob.BlobDamagedException;
import dev.atf.blob.BlobStoreException;
import dev.atf.blob.BlobsFullException;
import dev.atf.blob.BlobsOffException;
import dev.atf.blob.TenantFullException;
import dev.atf.model.check.InvalidFieldException;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.RpcErrors;
import dev.atf.queue.QueueUnavailableException;
import dev.atf.runtime.rpc.TransportRefusals;
import dev.atf.store.StoreException;
import dev.atf.store.UnreadableRowException;
import dev.atf.validation.UnreadableJsonException;
import dev.atf.validation.Violations;
import io.grpc.Metadata;
import io.grpc.StatusException;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.HexFormat;
import java.util.List;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Maps exceptions to the errors that callers see. Handlers throw exceptions, and no other class
 * translates them.
 *
 * <p>The answer for an unexpected exception has an id that is also logged with the stack trace. The
 * caller never sees the stack trace.
 */
@Singleton
public final class ErrorMapping implements GrpcExceptionHandlerFunction {
  private static final Logger log = LoggerFactory.getLogger(ErrorMapping.class);

  private final RandomGenerator random;
  private final Counter internalErrors;

  @Inject
  ErrorMapping(RandomGenerator random, MeterRegistry metrics) {
    this.random = random;
    this.internalErrors =
        Counter.builder("atf.frontend.internal.errors")
            .description("calls that failed with an unexpected exception")
            .register(metrics);
  }

  /** Returns the error of one call, or of one task of a batch. */
  public Status statusOf(Throwable thrown) {
    if (thrown instanceof InvalidFieldException invalid) {
      return Violations.status(invalid.violations());
    }
    if (thrown instanceof UnreadableRowException) {
      return RpcErrors.status(ErrorReason.PLAN_UNREADABLE, message(thrown), List.of());
    }
    if (thrown instanceof StoreException) {
      log.warn("the store failed a call", thrown);
      return RpcErrors.status(
          ErrorReason.STORE_UNAVAILABLE, "the task store does not answer; try again", List.of());
    }
    if (thrown instanceof QueueUnavailableException) {
      log.warn("the queue failed a call", thrown);
      return RpcErrors.status(
          ErrorReason.QUEUE_UNAVAILABLE, "the queues do not answer; try again", List.of());
    }
    if (thrown instanceof BlobsFullException) {
      log.warn("a resource was refused: {}", thrown.getMessage());
      return RpcErrors.status(ErrorReason.RESOURCES_UNAVAILABLE, message(thrown), List.of());
    }
    if (thrown instanceof TenantFullException) {
      return RpcErrors.status(ErrorReason.TENANT_FULL, message(thrown), List.of());
    }
    if (thrown instanceof BlobStoreException) {
      log.warn("the store of resources failed a call", thrown);
      return RpcErrors.status(
          ErrorReason.RESOURCES_UNAVAILABLE,
          "the store of resources does not answer; try again",
          List.of());
    }
    if (thrown instanceof BlobDamagedException) {
      return RpcErrors.status(ErrorReason.RESOURCE_DAMAGED, message(thrown), List.of());
    }
    if (thrown instanceof BlobsOffException) {
      return RpcErrors.status(ErrorReason.RESOURCES_OFF, message(thrown), List.of());
    }
    if (thrown instanceof StatusRuntimeException || thrown instanceof StatusException) {
      return StatusProto.fromThrowable(thrown);
    }
    return internal(thrown);
  }

  @Override
  public io.grpc.Status apply(
      RequestContext context, io.grpc.Status status, Throwable cause, Metadata metadata) {
    var thrown = Exceptions.peel(cause);
    boolean ours =
        thrown instanceof InvalidFieldException
            || thrown instanceof UnreadableRowException
            || thrown instanceof StoreException
            || thrown instanceof QueueUnavailableException
            || thrown instanceof BlobStoreException
            || thrown instanceof BlobDamagedException
            || thrown instanceof BlobsOffException;
    if (ours) {
      return formed(StatusProto.toStatusRuntimeException(statusOf(thrown)), metadata);
    }
    // The server has already used the trailers of the exception; twice they may be too long.
    if (io.grpc.Status.trailersFromThrowable(thrown) != null && !isUnforeseen(status)) {
      return status.withCause(null);
    }
    var refusal = TransportRefusals.refusal(context, status, thrown);
    if (refusal.isPresent()) {
      return formed(refused(refusal.get(), thrown), metadata);
    }
    if (Exceptions.isStreamCancelling(thrown)) {
      return io.grpc.Status.CANCELLED.withDescription("the caller has gone");
    }
    // This is a status of the transport, for example because time is up, the caller is gone, or the
    // method is not implemented.
    return isUnforeseen(status)
        ? formed(StatusProto.toStatusRuntimeException(statusOf(unwrapped(thrown))), metadata)
        : formed(RpcErrors.ofTransport(status.withCause(null)), metadata);
  }

  private static String message(Throwable thrown) {
    return String.valueOf(thrown.getMessage());
  }

  private static StatusRuntimeException refused(io.grpc.Status refusal, Throwable thrown) {
    return thrown instanceof UnreadableJsonException
        ? RpcErrors.of(ErrorReason.REQUEST_UNREADABLE, String.valueOf(thrown.getMessage()))
        : RpcErrors.ofTransport(refusal);
  }

  private static io.grpc.Status formed(StatusRuntimeException error, Metadata metadata) {
    var details = error.getTrailers();
    if (details != null) {
      metadata.merge(details);
    }
    return error.getStatus();
  }

  private static boolean isUnforeseen(io.grpc.Status status) {
    return status.getCode() == io.grpc.Status.Code.UNKNOWN
        || status.getCode() == io.grpc.Status.Code.INTERNAL;
  }

  /**
   * Unwraps an INTERNAL or UNKNOWN status without the framework's details, because no handler meant
   * it as an answer.
   */
  private static Throwable unwrapped(Throwable thrown) {
    return thrown instanceof StatusRuntimeException e && e.getCause() != null
        ? e.getCause()
        : thrown;
  }

  private Status internal(Throwable thrown) {
    var id = new byte[8];
    random.nextBytes(id);
    var errorId = HexFormat.of().formatHex(id);
    internalErrors.increment();
    log.error("errorId={} a call failed with an unexpected exception", errorId, thrown);
    return RpcErrors.status(
        ErrorReason.INTERNAL,
        "internal error " + errorId + "; the server's log shows more",
        List.of());
  }
}
