package dev.atf.plans.row;

import dev.atf.model.LambdaName;
import dev.atf.model.check.InvalidFieldException;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * Stored plan. The kind determines the meaning of {@link #state}.
 *
 * @param name unique for its kind and lambda: the name of a periodic task or a job, or an ordering
 *     key
 * @param shard shard of the lists of its lambda
 * @param version fencing token of its supervisors: 1 at first, and incremented by each write
 * @param alarmAt time of the next check, in whole milliseconds; null while none is needed
 * @param listed whether the plan is in a list of its lambda while it has no alarm
 * @param createdAt creation time in whole milliseconds, which never changes; it distinguishes the
 *     plan from one that was created again after a deletion
 * @param state content in the format of the kind; at most {@value #STATE_BYTES_MAX} bytes
 * @param expiresAt time from which the store may delete it, truncated to whole seconds; null for
 *     never
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
  /**
   * Maximum size of the state in bytes. It is far below DynamoDB's limit of 400 KB for an item, and
   * each KB of a row costs a write unit.
   */
  static final int STATE_BYTES_MAX = 64 * 1024;

  public Plan {
    if (state.length() > STATE_BYTES_MAX) {
      throw new InvalidFieldException("state", state.toString(), "at most " + STATE_BYTES_MAX);
    }
    alarmAt = alarmAt == null ? null : alarmAt.truncatedTo(ChronoUnit.MILLIS);
    createdAt = createdAt.truncatedTo(ChronoUnit.MILLIS);
    expiresAt = expiresAt == null ? null : expiresAt.truncatedTo(ChronoUnit.SECONDS);
  }

  /** Returns a new plan, which is not written yet. */
  public static Plan fresh(
      PlanId id, PlanKind kind, LambdaName lambda, String name, int shards, Instant now) {
    return new Plan(
        id, kind, lambda, name, id.shard(shards), 1, null, true, now, Bytes.EMPTY, null);
  }

  /** Returns the next version, with the time of its next check. */
  public Plan next(Bytes newState, @Nullable Instant newAlarmAt) {
    return with(newState, newAlarmAt).withVersion(version + 1);
  }

  /** Returns whether this is the version after a stored one of the same id. */
  public boolean follows(Plan stored) {
    return version == stored.version() + 1 && createdAt.equals(stored.createdAt());
  }

  /** Returns whether a stored plan of the same id is this version of it. */
  public boolean isVersionOf(Plan stored) {
    return version == stored.version() && createdAt.equals(stored.createdAt());
  }

  /** Returns this version with another state, for a plan that is still being created. */
  public Plan with(Bytes newState, @Nullable Instant newAlarmAt) {
    return with().state(newState).alarmAt(newAlarmAt).build();
  }
}
