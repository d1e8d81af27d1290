package dev.atf.simulation.check;

import dev.atf.model.Association;
import dev.atf.model.Payload;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What handlers leave behind: it says of which claim it is, and which comes later. */
public record Effect(String claimId, int step) {
  private static final Pattern WRITTEN = Pattern.compile("by claim (\\S+) step (\\d+)");

  /** Another one for each step. */
  public static String text(Execution execution, int step) {
    return "by claim " + execution.claimId() + " step " + step;
  }

  /** Of the task's progress; empty without. */
  static Optional<Effect> inProgress(Association task) {
    return read(task.notes().progress());
  }

  /** Of the task's latest outcome; empty if no handler made it. */
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
