package dev.atf.frontend.origin;

import dev.atf.frontend.reason.Reason;
import java.util.Optional;

/**
 * Reasons that the origin of a task adds to the others.
 *
 * @param turn reason of a task that waits for its turn, or for a condition; it stands for all that
 *     comes after it
 * @param remedy what to do about a task that was cancelled or is a dead letter, if it is not to be
 *     redriven; a clause
 * @param origin what the task is of its owner
 */
public record OriginReasons(
    Optional<Reason> turn, Optional<String> remedy, Optional<Reason> origin) {
  public static final OriginReasons NONE =
      new OriginReasons(Optional.empty(), Optional.empty(), Optional.empty());

  public OriginReasons withTurn(Reason reason) {
    return new OriginReasons(Optional.of(reason), remedy, origin);
  }
}
