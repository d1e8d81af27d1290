package dev.atf.frontend.explain;

import dev.atf.frontend.reason.ExplainCode;
import dev.atf.frontend.reason.Reason;
import dev.atf.frontend.rpc.DurationText;
import dev.atf.frontend.rpc.ShellCommands;
import dev.atf.model.FrameworkFailure;
import dev.atf.model.task.Association;
import dev.atf.model.task.HistoryEntry;
import dev.atf.model.task.TaskEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Reason of a task that a worker has returned. */
final class ReturnedReason {
  /** Events that can end an attempt, or the wait for one. */
  private static final Set<TaskEvent> ENDS =
      Collections.unmodifiableSet(
          EnumSet.of(
              TaskEvent.RETURN,
              TaskEvent.FAIL_RETRIABLY,
              TaskEvent.EXPIRE,
              TaskEvent.PARK,
              TaskEvent.RESCHEDULE,
              TaskEvent.REDRIVE));

  /** Separates the reason from the executor that gave it. */
  private static final Pattern WORD = Pattern.compile(" ");

  private ReturnedReason() {}

  static Optional<Reason> of(Association task, Instant now) {
    return lastReturn(task).map(entry -> of(task, entry, now));
  }

  /** Returns the end of the last attempt, if the attempt was returned. */
  private static Optional<HistoryEntry> lastReturn(Association task) {
    return task.history().entries().stream()
        .filter(entry -> ENDS.contains(entry.event()))
        .reduce((earlier, later) -> later)
        .filter(entry -> entry.event() == TaskEvent.RETURN);
  }

  private static String because(String detail) {
    if (detail.startsWith("HANDLER_UNKNOWN")) {
      return ", because its version does not have the handler";
    }
    return detail.startsWith(FrameworkFailure.EXECUTOR_DRAINED.name())
        ? ", because its executor had to exit before the handler ended; the attempt does not count"
        : "";
  }

  /**
   * Returns the remedy for the reason with which a worker returned the task. It is to wait if the
   * reason ends by itself.
   */
  private static String remedy(Association task, String detail) {
    var lambda = task.header().lambda();
    var workers = ShellCommands.atf("worker list --lambda", lambda);
    return switch (WORD.split(detail, 2)[0]) {
      case "HANDLER_UNKNOWN" ->
          "deploy a version that has the handler to all workers: %s shows their versions"
              .formatted(workers);
      case "EXECUTOR_DRAINED" ->
          "wait: it continues from its checkpoint on the next free executor. If executors exit"
              + " again before it ends, set a longer `drainTimeout`, or let its handler"
              + " save checkpoints";
      case "DRAINING" ->
          "wait: another executor takes it. If all are being drained, %s shows them"
              .formatted(workers);
      case "UNHEALTHY" ->
          "wait: a healthy executor takes it. %s shows which health check fails".formatted(workers);
      case "STILL_RUNNING" ->
          "wait until its earlier attempt has stopped; %s shows its attempts. If its handler hangs,"
                  .formatted(ShellCommands.atf("get", task.taskId()))
              + " restart its executor: %s shows the hosts".formatted(workers);
      case "DISK_FULL" ->
          "free space on the disk of that host: %s shows the hosts".formatted(workers);
      case "NO_SLOT_FREE" ->
          "wait for a free slot, or add executors with `./atf worker --executors %s=1 -- COMMAND`"
              .formatted(lambda);
      default ->
          "wait: it runs again. If workers return it repeatedly, %s shows the hosts and their"
                  .formatted(workers)
              + " health";
    };
  }

  private static Reason of(Association task, HistoryEntry entry, Instant now) {
    long times =
        task.history().entries().stream().filter(e -> e.event() == TaskEvent.RETURN).count();
    return new Reason(
        ExplainCode.RETURNED,
        "a worker returned it %s ago, %s%s%s"
            .formatted(
                DurationText.of(Duration.between(entry.at(), now)),
                entry.detail().isEmpty() ? "without a reason" : "with the reason " + entry.detail(),
                because(entry.detail()),
                times > 1 ? " (%d times recently)".formatted(times) : ""),
        entry.at(),
        null,
        remedy(task, entry.detail()));
  }
}
