package dev.atf.protocol;

import io.grpc.Status;
import java.util.Optional;

/**
 * Error of a call: the machine-readable reason in {@code google.rpc.ErrorInfo}, its gRPC status,
 * whether the same call may succeed later, and who must act.
 */
public enum ErrorReason {
  REQUEST_UNREADABLE(Status.Code.INVALID_ARGUMENT, false, Actor.CALLER),
  REQUEST_TOO_LARGE(Status.Code.RESOURCE_EXHAUSTED, false, Actor.CALLER),
  PATH_UNKNOWN(Status.Code.NOT_FOUND, false, Actor.CALLER),
  CALL_UNKNOWN(Status.Code.UNIMPLEMENTED, false, Actor.CALLER),
  HOST_NOT_ALLOWED(Status.Code.PERMISSION_DENIED, false, Actor.OPERATOR),
  ORIGIN_NOT_ALLOWED(Status.Code.PERMISSION_DENIED, false, Actor.CALLER),
  CREDENTIALS_MISSING(Status.Code.UNAUTHENTICATED, false, Actor.CALLER),
  CREDENTIALS_EXPIRED(Status.Code.UNAUTHENTICATED, false, Actor.CALLER),
  CREDENTIALS_INVALID(Status.Code.UNAUTHENTICATED, false, Actor.CALLER),
  CREDENTIALS_UNCHECKED(Status.Code.UNAVAILABLE, true, Actor.OPERATOR),
  ACTION_NOT_ALLOWED(Status.Code.PERMISSION_DENIED, false, Actor.OPERATOR),
  FIELD_INVALID(Status.Code.INVALID_ARGUMENT, false, Actor.CALLER),
  PAYLOAD_TOO_LARGE(Status.Code.INVALID_ARGUMENT, false, Actor.CALLER),
  PRIORITY_UNKNOWN(Status.Code.INVALID_ARGUMENT, false, Actor.CALLER),
  TIME_TOO_OLD(Status.Code.INVALID_ARGUMENT, false, Actor.CALLER),
  PAGE_TOKEN_INVALID(Status.Code.INVALID_ARGUMENT, false, Actor.CALLER),
  LAMBDA_NOT_FOUND(Status.Code.NOT_FOUND, false, Actor.LAMBDA_OWNER),
  TASK_NOT_FOUND(Status.Code.NOT_FOUND, false, Actor.CALLER),
  WORKER_NOT_FOUND(Status.Code.NOT_FOUND, false, Actor.CALLER),
  JOB_NOT_FOUND(Status.Code.NOT_FOUND, false, Actor.CALLER),
  JOB_FINISHED(Status.Code.FAILED_PRECONDITION, false, Actor.CALLER),
  JOB_COMPENSATING(Status.Code.FAILED_PRECONDITION, false, Actor.CALLER),
  JOB_UNCHANGED(Status.Code.FAILED_PRECONDITION, false, Actor.CALLER),
  STEP_RUNNING(Status.Code.FAILED_PRECONDITION, false, Actor.CALLER),
  PERIODIC_NOT_FOUND(Status.Code.NOT_FOUND, false, Actor.CALLER),
  PERIODIC_EXISTS(Status.Code.ALREADY_EXISTS, false, Actor.CALLER),
  LAMBDAS_TOO_MANY(Status.Code.RESOURCE_EXHAUSTED, false, Actor.OPERATOR),
  PERIODIC_TOO_MANY(Status.Code.RESOURCE_EXHAUSTED, false, Actor.LAMBDA_OWNER),
  JOBS_TOO_MANY(Status.Code.RESOURCE_EXHAUSTED, true, Actor.CALLER),
  PLAN_UNREADABLE(Status.Code.FAILED_PRECONDITION, false, Actor.OPERATOR),
  IDEMPOTENCY_KEY_REUSED(Status.Code.ALREADY_EXISTS, false, Actor.CALLER),
  LEASE_LOST(Status.Code.ABORTED, false, Actor.NOBODY),
  RESULT_CONFLICT(Status.Code.FAILED_PRECONDITION, false, Actor.LAMBDA_OWNER),
  SHARDS_LOWERED(Status.Code.FAILED_PRECONDITION, false, Actor.LAMBDA_OWNER),
  PRIORITY_REMOVED(Status.Code.FAILED_PRECONDITION, false, Actor.LAMBDA_OWNER),
  QUEUE_MISSING(Status.Code.FAILED_PRECONDITION, false, Actor.OPERATOR),
  QUOTA_EXCEEDED(Status.Code.RESOURCE_EXHAUSTED, true, Actor.CALLER),
  TENANT_FULL(Status.Code.RESOURCE_EXHAUSTED, false, Actor.OPERATOR),
  TENANT_PENDING_QUOTA(Status.Code.RESOURCE_EXHAUSTED, true, Actor.CALLER),
  TASK_RUNNING(Status.Code.FAILED_PRECONDITION, false, Actor.CALLER),
  TASK_NOT_RUNNING(Status.Code.FAILED_PRECONDITION, false, Actor.CALLER),
  TASK_FINISHED(Status.Code.FAILED_PRECONDITION, false, Actor.CALLER),
  TASK_NOT_DEAD(Status.Code.FAILED_PRECONDITION, false, Actor.CALLER),
  TASK_TOO_OLD(Status.Code.FAILED_PRECONDITION, false, Actor.CALLER),
  TASK_OF_JOB(Status.Code.FAILED_PRECONDITION, false, Actor.CALLER),
  TASK_ORDERED(Status.Code.FAILED_PRECONDITION, false, Actor.CALLER),
  SUBSCRIPTION_NOT_FOUND(Status.Code.NOT_FOUND, false, Actor.CALLER),
  ROUTE_NOT_FOUND(Status.Code.NOT_FOUND, false, Actor.CALLER),
  ROUTE_NAMES_IT(Status.Code.FAILED_PRECONDITION, false, Actor.LAMBDA_OWNER),
  KEY_NOT_FOUND(Status.Code.NOT_FOUND, false, Actor.CALLER),
  KEY_NOT_HELD(Status.Code.FAILED_PRECONDITION, false, Actor.CALLER),
  CONDITION_NOT_FOUND(Status.Code.NOT_FOUND, false, Actor.CALLER),
  CONDITION_NOT_CLOSED(Status.Code.FAILED_PRECONDITION, false, Actor.CALLER),
  RESOURCE_MISSING(Status.Code.FAILED_PRECONDITION, false, Actor.CALLER),
  RESOURCE_NOT_FOUND(Status.Code.NOT_FOUND, false, Actor.CALLER),
  RESOURCE_DAMAGED(Status.Code.INVALID_ARGUMENT, false, Actor.CALLER),
  RESOURCES_UNAVAILABLE(Status.Code.UNAVAILABLE, true, Actor.OPERATOR),
  RESOURCES_OFF(Status.Code.FAILED_PRECONDITION, false, Actor.OPERATOR),
  LAMBDA_CLOSING(Status.Code.FAILED_PRECONDITION, true, Actor.CALLER),
  LAMBDA_NOT_EMPTY(Status.Code.FAILED_PRECONDITION, false, Actor.LAMBDA_OWNER),
  CHANGED_MEANWHILE(Status.Code.ABORTED, true, Actor.CALLER),
  WATCH_TOO_SLOW(Status.Code.ABORTED, true, Actor.CALLER),
  STORE_UNAVAILABLE(Status.Code.UNAVAILABLE, true, Actor.OPERATOR),
  QUEUE_UNAVAILABLE(Status.Code.UNAVAILABLE, true, Actor.OPERATOR),
  OVERLOADED(Status.Code.RESOURCE_EXHAUSTED, true, Actor.OPERATOR),
  TIMED_OUT(Status.Code.DEADLINE_EXCEEDED, true, Actor.OPERATOR),
  DRAINING(Status.Code.UNAVAILABLE, true, Actor.NOBODY),
  INTERNAL(Status.Code.INTERNAL, false, Actor.OPERATOR);

  /** Party that must act to resolve the error. */
  public enum Actor {
    CALLER,
    LAMBDA_OWNER,
    OPERATOR,
    NOBODY
  }

  /**
   * Returns the reason of a refusal by the transport, which does not know the fields of a call: the
   * call was unreadable, too large, not served, or not answered in time.
   */
  public static Optional<ErrorReason> ofTransport(Status.Code code) {
    return switch (code) {
      case INVALID_ARGUMENT -> Optional.of(REQUEST_UNREADABLE);
      case RESOURCE_EXHAUSTED -> Optional.of(REQUEST_TOO_LARGE);
      case NOT_FOUND -> Optional.of(PATH_UNKNOWN);
      case UNIMPLEMENTED -> Optional.of(CALL_UNKNOWN);
      case DEADLINE_EXCEEDED -> Optional.of(TIMED_OUT);
      default -> Optional.empty();
    };
  }

  private final Status.Code status;
  private final boolean retriable;
  private final Actor actor;

  ErrorReason(Status.Code status, boolean retriable, Actor actor) {
    this.status = status;
    this.retriable = retriable;
    this.actor = actor;
  }

  public Status.Code status() {
    return status;
  }

  public boolean retriable() {
    return retriable;
  }

  public Actor actor() {
    return actor;
  }
}
