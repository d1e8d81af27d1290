package dev.atf.plans.row;

import dev.atf.model.LambdaName;
import dev.atf.model.check.InvalidFieldException;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * Plan as it is stored. Its kind gives {@link #state} its meaning.
 *
 * @param name unique for its kind and lambda: a periodic task's, an ordering key, a job's
 * @param shard shard of the lists of its lambda
 * @param version 1 at first, +1 with each write: the fencing token of its supervisors
 * @param alarmAt time of the next look; null while none is needed. Whole milliseconds
 * @param listed whether it can be found by its lambda while it has no alarm
 * @param createdAt whole milliseconds
 * @param state in the format of its kind; at most {@value #STATE_BYTES_MAX} bytes
 * @param expiresAt when the store may forget it; null for never; cut to whole seconds
 */
@RecordBuilder
public record Plan(
    PlanId id,
    PlanKind kind,
    LambdaName lambda,
    String name,
    int shard,
    long version,
    @Nullable Instant alarmAt,
    boolean listed,
    Instant createdAt,
    Bytes state,
    @Nullable Instant expiresAt)
    implements PlanBuilder.With {
  /** Far below DynamoDB's 400 KB for an item; a row beyond 1 KB costs a unit for each. */
  static final int STATE_BYTES_MAX = 64 * 1024;

  public Plan {
    if (state.length() > STATE_BYTES_MAX) {
      throw new InvalidFieldException("state", state.toString(), "at most " + STATE_BYTES_MAX);
    }
    alarmAt = alarmAt == null ? null : alarmAt.truncatedTo(ChronoUnit.MILLIS);
    createdAt = createdAt.truncatedTo(ChronoUnit.MILLIS);
    expiresAt = expiresAt == null ? null : expiresAt.truncatedTo(ChronoUnit.SECONDS);
  }

  /** Returns a plan that was never written. */
  public static Plan fresh(
      PlanId id, PlanKind kind, LambdaName lambda, String name, int shards, Instant now) {
    return new Plan(
        id, kind, lambda, name, id.shard(shards), 1, null, true, now, Bytes.EMPTY, null);
  }

  /** Returns the next version, with the time of its next look. */
  public Plan next(Bytes newState, @Nullable Instant newAlarmAt) {
    return with(newState, newAlarmAt).withVersion(version + 1);
  }

  /** Returns the same version with another state: for a plan that is still being made. */
  public Plan with(Bytes newState, @Nullable Instant newAlarmAt) {
    return with().state(newState).alarmAt(newAlarmAt).build();
  }
}
