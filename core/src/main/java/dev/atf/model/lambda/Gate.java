package dev.atf.model.lambda;

import dev.atf.model.CollectionName;
import dev.atf.model.LambdaName;
import dev.atf.model.check.FieldViolation;
import dev.atf.model.check.InvalidFieldException;
import java.time.Instant;
import java.util.ArrayList;
import org.jspecify.annotations.Nullable;

/**
 * Stop switch for a lambda or for one of its collections. It is kept after it was opened again,
 * because it is needed to find the tasks that it held.
 *
 * @param collection collection; null for the whole lambda
 * @param until time at which it opens; null if somebody must open it
 * @param reason reason, which Explain shows
 * @param by name of the person who set it
 */
public record Gate(
    LambdaName lambda,
    @Nullable CollectionName collection,
    GateState state,
    @Nullable Instant until,
    String reason,
    String by,
    Instant setAt) {
  public static final int REASON_CHARS_MAX = 500;
  public static final int BY_CHARS_MAX = 100;

  public Gate {
    var violations = new ArrayList<FieldViolation>();
    requireText(violations, "reason", reason, REASON_CHARS_MAX);
    requireText(violations, "by", by, BY_CHARS_MAX);
    if (!violations.isEmpty()) {
      throw new InvalidFieldException(violations);
    }
  }

  /**
   * Returns a closed gate for a stored one that this version cannot read. It pauses tasks and drops
   * none.
   */
  public static Gate unreadable(LambdaName lambda, @Nullable CollectionName collection) {
    var reason = "its gate is of another version, or damaged";
    return new Gate(lambda, collection, GateState.PAUSED, null, reason, "", Instant.EPOCH);
  }

  public GateState stateAt(Instant now) {
    return until != null && !now.isBefore(until) ? GateState.OPEN : state;
  }

  private static void requireText(
      ArrayList<FieldViolation> found, String field, String value, int max) {
    if (value.length() > max) {
      found.add(new FieldViolation(field, value, "at most " + max + " characters"));
    }
  }
}
