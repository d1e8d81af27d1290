package dev.atf.hsc.claim;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import dev.atf.hsc.claim.ResultDecision.Verdict;
import dev.atf.hsc.lambda.Terms;
import dev.atf.model.Attempt;
import dev.atf.model.Priority;
import dev.atf.model.lambda.Capability;
import dev.atf.model.lambda.LambdaDefinition.History;
import dev.atf.model.task.Association;
import dev.atf.model.task.TaskEntity;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.Checkpoint;
import dev.atf.protocol.v1.ClaimRefusal;
import dev.atf.protocol.v1.ClaimVerdict;
import dev.atf.protocol.v1.LambdaSettings;
import dev.atf.protocol.v1.ResultVerdict;
import dev.atf.protocol.v1.Work;
import dev.atf.validation.ResourceCodec;
import dev.atf.validation.TaskStatusCodec;
import java.time.Duration;

/** Protocol messages built from the model. */
public final class ProtocolMessages {
  private ProtocolMessages() {}

  /**
   * @param task association after the claim
   */
  static Work work(Attempt attempt, Association task, ClaimedTask handed, Terms terms) {
    var entity = handed.entity();
    // Not the entity's header, whose times are those of the day when the task was scheduled.
    var header = task.header();
    var collection = header.collection();
    var work =
        Work.newBuilder()
            .setTaskId(attempt.taskId().value())
            .setEpoch(attempt.epoch())
            .setClaimId(attempt.claimId().value())
            .setAttempt(task.attempt())
            .setLambda(header.lambda().value())
            .setPriority(header.priority().value())
            .setCollection(collection == null ? "" : collection.value())
            .setLease(ProtoTimes.proto(terms.lease()))
            .setPayload(bytes(entity))
            .setContentType(entity.payload().contentType())
            .putAllLabels(entity.labels())
            .setScheduledAt(ProtoTimes.proto(header.scheduledAt()))
            .setDeadline(ProtoTimes.proto(header.deadline()))
            .setMaxAttempts(terms.lambda().retry().maxAttempts())
            .setAlone(task.runsAlone())
            .addAllResources(ResourceCodec.proto(entity.files().resources()))
            .addAllOutputs(entity.files().outputs());
    var logs = terms.lambda().logs();
    if (logs.kept() != History.NONE) {
      work.setLogBytesMax(logs.bytesMax()).setLogAlways(logs.kept() == History.ALL);
    }
    var startedAt = task.startedAt();
    if (startedAt != null) {
      work.setDeadlineLeft(ProtoTimes.proto(Duration.between(startedAt, header.deadline())));
    }
    var checkpoint = task.notes().checkpoint();
    if (checkpoint != null) {
      work.setCheckpoint(
          Checkpoint.newBuilder()
              .setData(UnsafeByteOperations.unsafeWrap(checkpoint.bytes()))
              .setContentType(checkpoint.contentType()));
    }
    handed.inputs().ifPresent(work::mergeFrom);
    return work.build();
  }

  static ClaimVerdict refusal(ClaimDecision.Refuse refuse) {
    var refusal = ClaimRefusal.newBuilder().setReason(reason(refuse.reason()));
    if (!refuse.retryAfter().isZero()) {
      refusal.setRetryAfter(ProtoTimes.proto(refuse.retryAfter()));
    }
    return ClaimVerdict.newBuilder().setRefused(refusal).build();
  }

  public static ResultVerdict verdict(Verdict verdict) {
    var answer = ResultVerdict.newBuilder();
    if (verdict instanceof Verdict.Recorded recorded) {
      answer
          .setVerdict(ResultVerdict.Verdict.RECORDED)
          .setStatus(TaskStatusCodec.proto(recorded.status()));
    } else if (verdict instanceof Verdict.Conflict) {
      answer.setVerdict(ResultVerdict.Verdict.RESULT_CONFLICT);
    } else {
      answer.setVerdict(ResultVerdict.Verdict.LEASE_LOST);
    }
    return answer.build();
  }

  public static LambdaSettings.Builder settings(Terms terms, boolean paused) {
    return LambdaSettings.newBuilder()
        .setLambda(terms.lambda().name().value())
        .addAllPriorities(terms.lambda().priorities().stream().map(Priority::value).toList())
        .setLease(ProtoTimes.proto(terms.lease()))
        .setPaused(paused)
        .addAllNeeds(terms.lambda().needs().stream().map(Capability::value).toList());
  }

  /** Wraps the bytes without a copy: nobody writes to a payload. */
  private static ByteString bytes(TaskEntity entity) {
    return UnsafeByteOperations.unsafeWrap(entity.payload().bytes());
  }

  private static ClaimRefusal.Reason reason(ClaimDecision.Reason reason) {
    return switch (reason) {
      case STALE -> ClaimRefusal.Reason.STALE;
      case NOT_DUE -> ClaimRefusal.Reason.NOT_DUE;
      // A controller leaves the lambda alone for a while in either case.
      case LAMBDA_FULL, TENANT_FULL -> ClaimRefusal.Reason.LAMBDA_FULL;
      case KEY_FULL -> ClaimRefusal.Reason.KEY_FULL;
      case UNKNOWN -> ClaimRefusal.Reason.UNKNOWN;
      case WORKER_GONE -> ClaimRefusal.Reason.WORKER_GONE;
      case WRONG_LAMBDA -> ClaimRefusal.Reason.WRONG_LAMBDA;
      case DEADLINE_EXCEEDED -> ClaimRefusal.Reason.DEADLINE_EXCEEDED;
      case DROPPED -> ClaimRefusal.Reason.DROPPED;
      case PAUSED -> ClaimRefusal.Reason.PAUSED;
      case BLOCKED -> ClaimRefusal.Reason.CONDITION_CLOSED;
    };
  }
}
