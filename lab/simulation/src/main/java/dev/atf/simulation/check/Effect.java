package dev.atf.simulation.check;

import dev.atf.model.Payload;
import dev.atf.model.task.Association;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Effect of a handler: a text in its progress, result or failure message.
 *
 * @param author the claim or, if the handler does not know it, the epoch, which is claimed once
 * @param step number that grows within one author
 */
public record Effect(String author, int step) {
  private static final Pattern WRITTEN = Pattern.compile("by (claim \\S+|epoch \\d+) step (\\d+)");

  /** Returns a text that differs for each step. */
  public static String text(ObservedExecution execution, int step) {
    return "by " + author(execution.claimId()) + " step " + step;
  }

  /**
   * Returns the text of a handler that only knows its fencing token.
   *
   * @param epoch the fencing token
   */
  public static String text(long epoch, int step) {
    return "by " + author(epoch) + " step " + step;
  }

  /** Returns whether its author holds the task in this version of it. */
  boolean isOfHolderOf(Association task) {
    var lease = task.lease();
    return task.status().running()
        && lease != null
        && (author.equals(author(lease.claimId().value())) || author.equals(author(task.epoch())));
  }

  private static String author(String claimId) {
    return "claim " + claimId;
  }

  private static String author(long epoch) {
    return "epoch " + epoch;
  }

  /** Returns the effect in the task's progress; empty if there is none. */
  static Optional<Effect> inProgress(Association task) {
    return read(task.notes().progress());
  }

  /** Returns the effect in the task's latest outcome; empty if no handler caused it. */
  static Optional<Effect> inOutcome(Association task) {
    var outcome = task.outcome();
    if (outcome == null) {
      return Optional.empty();
    }
    var failure = outcome.failure();
    return failure == null ? read(outcome.result()) : read(failure.message());
  }

  private static Optional<Effect> read(@Nullable Payload payload) {
    return payload == null
        ? Optional.empty()
        : read(new String(payload.bytes(), StandardCharsets.UTF_8));
  }

  private static Optional<Effect> read(String text) {
    var found = WRITTEN.matcher(text);
    return found.find()
        ? Optional.of(new Effect(found.group(1), Integer.parseInt(found.group(2))))
        : Optional.empty();
  }
}
