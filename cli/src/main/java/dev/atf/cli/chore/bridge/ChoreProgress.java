package dev.atf.cli.chore.bridge;

import dev.atf.cli.chore.model.Chore;
import dev.atf.cli.chore.model.ChoreEnd;
import dev.atf.cli.chore.model.ChoreSettings;
import dev.atf.cli.chore.model.ChoreWorker;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * State of one taken chore, as far as a bridge knows it. This bridge or another one has taken the
 * chore.
 */
final class ChoreProgress {
  private final Chore chore;

  /** Time at which the bridge first saw the chore, on its monotonic clock. */
  private final long seenAt;

  private @Nullable ChoreWorker worker;
  private @Nullable String taskId;
  private List<String> results = List.of();
  private @Nullable ChoreEnd end;
  private boolean skipped;

  ChoreProgress(Chore chore, long seenAt) {
    this.chore = chore;
    this.seenAt = seenAt;
  }

  Chore chore() {
    return chore;
  }

  long seenAt() {
    return seenAt;
  }

  /**
   * Returns the bridge that has taken the chore; empty if this is not read yet, or cannot be read.
   */
  Optional<ChoreWorker> worker() {
    return Optional.ofNullable(worker);
  }

  Optional<String> taskId() {
    return Optional.ofNullable(taskId);
  }

  /** Returns the patterns of the result files. */
  List<String> results() {
    return results;
  }

  Optional<ChoreEnd> end() {
    return Optional.ofNullable(end);
  }

  boolean isSkipped() {
    return skipped;
  }

  boolean isOf(String bridge) {
    return worker().filter(by -> by.bridge().equals(bridge)).isPresent();
  }

  void read(ChoreWorker by, ChoreSettings settings) {
    worker = by;
    results = settings.results();
  }

  void scheduled(String id) {
    taskId = id;
  }

  /** Forgets a task that the server no longer has. */
  void forgetTask() {
    taskId = null;
  }

  void ended(ChoreEnd how) {
    end = how;
  }

  void skip() {
    skipped = true;
  }
}
