package dev.atf.hsc;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import dev.atf.hsc.ResultDecision.Verdict;
import dev.atf.model.Attempt;
import dev.atf.model.Priority;
import dev.atf.model.TaskEntity;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.ClaimRefusal;
import dev.atf.protocol.v1.ClaimVerdict;
import dev.atf.protocol.v1.LambdaSettings;
import dev.atf.protocol.v1.ResultVerdict;
import dev.atf.protocol.v1.TaskStatus;
import dev.atf.protocol.v1.Work;
import java.time.Duration;

/** The model in the protocol's words. */
final class Wire {
  private Wire() {}

  /**
   * @param lease L, not the store's longer one
   */
  static Work work(Attempt attempt, int number, TaskEntity entity, Duration lease) {
    var header = entity.header();
    var collection = header.collection();
    return Work.newBuilder()
        .setTaskId(attempt.taskId().value())
        .setEpoch(attempt.epoch())
        .setClaimId(attempt.claimId().value())
        .setAttempt(number)
        .setLambda(header.lambda().value())
        .setPriority(header.priority().value())
        .setCollection(collection == null ? "" : collection.value())
        .setLease(ProtoTimes.proto(lease))
        .setPayload(bytes(entity))
        .setContentType(entity.payload().contentType())
        .putAllLabels(entity.labels())
        .setScheduledAt(ProtoTimes.proto(header.scheduledAt()))
        .build();
  }

  static ClaimVerdict refusal(
      ClaimDecision.Reason reason, com.google.protobuf.Duration retryAfter) {
    var refusal = ClaimRefusal.newBuilder().setReason(reason(reason));
    if (reason == ClaimDecision.Reason.NOT_DUE) {
      refusal.setRetryAfter(retryAfter);
    }
    return ClaimVerdict.newBuilder().setRefused(refusal).build();
  }

  static ResultVerdict verdict(Verdict verdict) {
    var answer = ResultVerdict.newBuilder();
    if (verdict instanceof Verdict.Recorded recorded) {
      answer.setVerdict(ResultVerdict.Verdict.RECORDED).setStatus(status(recorded.status()));
    } else if (verdict instanceof Verdict.Conflict) {
      answer.setVerdict(ResultVerdict.Verdict.RESULT_CONFLICT);
    } else {
      answer.setVerdict(ResultVerdict.Verdict.LEASE_LOST);
    }
    return answer.build();
  }

  static LambdaSettings settings(Terms terms, boolean paused) {
    return LambdaSettings.newBuilder()
        .setLambda(terms.lambda().name().value())
        .addAllPriorities(terms.lambda().priorities().stream().map(Priority::value).toList())
        .setLease(ProtoTimes.proto(terms.lease()))
        .setPaused(paused)
        .build();
  }

  /** Without a copy: nobody writes to a payload. */
  private static ByteString bytes(TaskEntity entity) {
    return UnsafeByteOperations.unsafeWrap(entity.payload().bytes());
  }

  private static ClaimRefusal.Reason reason(ClaimDecision.Reason reason) {
    return switch (reason) {
      case STALE -> ClaimRefusal.Reason.STALE;
      case NOT_DUE -> ClaimRefusal.Reason.NOT_DUE;
      case WRONG_LAMBDA -> ClaimRefusal.Reason.WRONG_LAMBDA;
      case DEADLINE_EXCEEDED -> ClaimRefusal.Reason.DEADLINE_EXCEEDED;
      case DROPPED -> ClaimRefusal.Reason.DROPPED;
      case PAUSED -> ClaimRefusal.Reason.PAUSED;
    };
  }

  private static TaskStatus status(dev.atf.model.TaskStatus status) {
    return switch (status) {
      case NEW -> TaskStatus.NEW;
      case ENQUEUED -> TaskStatus.ENQUEUED;
      case CLAIMED -> TaskStatus.CLAIMED;
      case PROCESSING -> TaskStatus.PROCESSING;
      case RETRIABLE_FAILURE -> TaskStatus.RETRIABLE_FAILURE;
      case SUCCESS -> TaskStatus.SUCCESS;
      case FATAL_FAILURE -> TaskStatus.FATAL_FAILURE;
      case CANCELLED -> TaskStatus.CANCELLED;
    };
  }
}
