package dev.atf.frontend.origin;

import dev.atf.frontend.reason.Reason;
import java.util.Optional;

/**
 * Reasons that the origin of a task contributes.
 *
 * @param turn reason of a task that waits for its turn or for a condition; it replaces all later
 *     reasons
 * @param remedy clause on what to do about a cancelled task or a dead letter that should not be
 *     redriven
 * @param origin role of the task for its owner
 */
public record OriginReasons(
    Optional<Reason> turn, Optional<String> remedy, Optional<Reason> origin) {
  public static final OriginReasons NONE =
      new OriginReasons(Optional.empty(), Optional.empty(), Optional.empty());

  public OriginReasons withTurn(Reason reason) {
    return new OriginReasons(Optional.of(reason), remedy, origin);
  }
}
