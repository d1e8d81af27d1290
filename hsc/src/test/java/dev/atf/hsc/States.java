package dev.atf.hsc;

import dev.atf.model.Alarm;
import dev.atf.model.ClaimId;
import dev.atf.model.ExecutorId;
import dev.atf.model.LambdaName;
import dev.atf.model.Lease;
import dev.atf.model.Priority;
import dev.atf.model.TaskId;
import dev.atf.model.TaskStatus;
import dev.atf.model.Trigger;
import dev.atf.model.task.Association;
import dev.atf.model.task.Notes;
import dev.atf.model.task.Outcome;
import dev.atf.model.task.TaskHeader;
import dev.atf.model.task.TaskHistory;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Associations in any state, possible or not. */
public final class States {
  public static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  public static final TaskId TASK = new TaskId("0123456789abcdef0123456789abcdef");
  public static final LambdaName LAMBDA = new LambdaName("resize-image");
  public static final LambdaName OTHER_LAMBDA = new LambdaName("send-email");
  public static final ClaimId CLAIM = new ClaimId("c0ffee00c0ffee00");
  public static final ClaimId OTHER_CLAIM = new ClaimId("badcafe0badcafe0");
  public static final ExecutorId EXECUTOR = new ExecutorId("host-1:42:a1");
  public static final ExecutorId OTHER_EXECUTOR = new ExecutorId("host-2:43:b2");
  public static final long EPOCH = 3;

  private States() {}

  public static Association task(
      LambdaName lambda,
      Instant scheduledAt,
      Instant deadline,
      TaskStatus status,
      long epoch,
      int attempt,
      boolean cancelRequested,
      @Nullable Instant alarmAt,
      @Nullable Lease lease,
      @Nullable Outcome outcome) {
    var header =
        new TaskHeader(
            TASK,
            lambda,
            new Priority("normal"),
            null,
            0,
            NOW.minusSeconds(60),
            scheduledAt,
            deadline,
            null);
    return new Association(
        header,
        status,
        epoch,
        attempt,
        1,
        0,
        0,
        cancelRequested,
        0,
        null,
        alarmAt == null ? null : new Trigger(Alarm.CHECK, alarmAt),
        lease,
        null,
        null,
        outcome,
        Notes.NONE,
        TaskHistory.EMPTY,
        null);
  }

  public static Lease lease(ClaimId claimId, ExecutorId owner) {
    return new Lease(claimId, owner, NOW.plusSeconds(20));
  }
}
