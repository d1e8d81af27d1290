package dev.atf.cli.chore.bridge;

import dev.atf.cli.chore.model.Chore;
import dev.atf.cli.chore.model.ChoreOutcome;
import dev.atf.cli.chore.model.ChoreWorker;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Knowledge of a bridge about one taking of a chore, by itself or by another bridge. */
final class Taking {
  private final Chore chore;

  /** Time of the bridge's monotonic clock. */
  private final long seenAt;

  private @Nullable ChoreWorker worker;
  private @Nullable String taskId;
  private @Nullable ChoreOutcome outcome;
  private boolean skipped;

  Taking(Chore chore, long seenAt) {
    this.chore = chore;
    this.seenAt = seenAt;
  }

  Chore chore() {
    return chore;
  }

  long seenAt() {
    return seenAt;
  }

  /** Returns who has taken it; empty: it is not read yet, or not readable. */
  Optional<ChoreWorker> worker() {
    return Optional.ofNullable(worker);
  }

  Optional<String> taskId() {
    return Optional.ofNullable(taskId);
  }

  Optional<ChoreOutcome> outcome() {
    return Optional.ofNullable(outcome);
  }

  boolean isSkipped() {
    return skipped;
  }

  boolean isOf(String bridge) {
    return worker().filter(by -> by.bridge().equals(bridge)).isPresent();
  }

  void read(ChoreWorker by) {
    worker = by;
  }

  void scheduled(String id) {
    taskId = id;
  }

  /** Forgets a task that the server does not have any more. */
  void forgetTask() {
    taskId = null;
  }

  void ended(ChoreOutcome how) {
    outcome = how;
  }

  void skip() {
    skipped = true;
  }
}
