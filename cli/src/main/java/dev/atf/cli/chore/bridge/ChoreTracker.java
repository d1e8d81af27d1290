package dev.atf.cli.chore.bridge;

import dev.atf.cli.chore.git.FileWrite;
import dev.atf.cli.chore.model.Chore;
import dev.atf.cli.chore.model.ChoreEnd;
import dev.atf.cli.chore.model.ChoreOutcome;
import dev.atf.cli.chore.model.ChoreReading;
import dev.atf.cli.chore.model.ChoreState;
import dev.atf.cli.chore.model.ChoreTask;
import dev.atf.cli.chore.model.ChoreWorker;
import dev.atf.cli.chore.model.OpenChores;
import dev.atf.cli.chore.model.RefusedChoreException;
import dev.atf.cli.output.EndWait;
import dev.atf.runtime.loop.MonotonicClock;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * The chores in progress, as one bridge sees them. It handles its own chores immediately, and those
 * of other bridges after some time, because their bridge may have died. Scheduling a task that
 * another bridge has already scheduled creates no second task, because the idempotency key is the
 * same.
 */
final class ChoreTracker {
  private final BridgeSettings settings;
  private final String repository;
  private final ChoreReading reading;
  private final ChoreTasks tasks;
  private final ResultReading results;
  private final MonotonicClock clock;
  private final Consumer<ChoreEvent> events;
  private final Map<String, ChoreProgress> started = new LinkedHashMap<>();

  /** Directories of chores that the bridge is about to take, possibly instead of another bridge. */
  private final Set<String> took = new HashSet<>();

  /**
   * Creates a tracker without chores.
   *
   * @param repository address of the repository for the tasks
   */
  ChoreTracker(
      BridgeSettings settings,
      String repository,
      ChoreReading reading,
      ChoreTasks tasks,
      MonotonicClock clock,
      Consumer<ChoreEvent> events) {
    this.settings = settings;
    this.repository = repository;
    this.reading = reading;
    this.tasks = tasks;
    this.results = new ResultReading(tasks);
    this.clock = clock;
    this.events = events;
  }

  /** Records that the bridge is about to take chores, so that it handles them without a delay. */
  void takes(List<Chore> chores) {
    chores.forEach(chore -> took.add(chore.directory()));
  }

  /**
   * Schedules the tasks of chores, and checks whether they have ended.
   *
   * @return the first failure of a call; the next check tries the call again
   */
  Optional<StatusRuntimeException> check(OpenChores open) {
    started
        .keySet()
        .retainAll(
            open.in(ChoreState.DOING).stream().map(Chore::taking).collect(Collectors.toSet()));
    var unread = new ArrayList<ChoreProgress>();
    for (var chore : open.in(ChoreState.DOING)) {
      var progress =
          started.computeIfAbsent(chore.taking(), key -> new ChoreProgress(chore, clock.nanos()));
      boolean known = progress.worker().isPresent() || progress.end().isPresent();
      if (!known && (took.remove(chore.directory()) || isLate(progress))) {
        unread.add(progress);
      }
    }
    reading.prefetch(unread.stream().map(ChoreProgress::chore).toList());
    unread.forEach(this::read);
    var failure = Optional.<StatusRuntimeException>empty();
    for (var progress : started.values().stream().filter(this::isTurn).toList()) {
      try {
        advance(progress);
      } catch (StatusRuntimeException e) {
        failure = failure.or(() -> Optional.of(e));
        if (EndWait.isAway(e.getStatus().getCode())) {
          break; // each further call would take its whole time
        }
      }
    }
    return failure;
  }

  private void read(ChoreProgress progress) {
    try {
      var asked = reading.settings(progress.chore());
      var worker = reading.worker(progress.chore(), asked);
      progress.read(worker, asked);
      if (!settings.runners().containsValue(worker.lambda())) {
        progress.skip();
        events.accept(
            ChoreEvent.skipped(
                progress.chore().directory(),
                "it runs as a task of %s, which is not a runner here".formatted(worker.lambda())));
      }
    } catch (RefusedChoreException e) {
      progress.ended(ChoreEnd.refused(String.valueOf(e.getMessage())));
    }
  }

  private boolean isTurn(ChoreProgress progress) {
    return progress.worker().isPresent()
        && progress.end().isEmpty()
        && !progress.isSkipped()
        && (progress.isOf(settings.name()) || isLate(progress));
  }

  private boolean isLate(ChoreProgress progress) {
    return clock.since(progress.seenAt()).compareTo(settings.rescueAfter()) >= 0;
  }

  private void advance(ChoreProgress progress) {
    try {
      if (progress.taskId().isEmpty()) {
        schedule(progress, progress.worker().orElseThrow());
      }
      if (progress.taskId().isPresent()) {
        tasks.outcome(progress.taskId().get()).ifPresent(outcome -> end(progress, outcome));
      }
    } catch (StatusRuntimeException e) {
      if (progress.taskId().isEmpty() || e.getStatus().getCode() != Status.Code.NOT_FOUND) {
        throw e;
      }
      progress.forgetTask();
    }
  }

  /**
   * Ends a chore. If the results of other chores fill the memory, the chore ends after they are
   * pushed.
   */
  private void end(ChoreProgress progress, ChoreOutcome outcome) {
    long held =
        started.values().stream()
            .flatMap(known -> known.end().stream())
            .mapToLong(ChoreEnd::bytes)
            .sum();
    if (ResultReading.hasRoom(outcome, held)) {
      progress.ended(results.end(outcome));
    }
  }

  private void schedule(ChoreProgress progress, ChoreWorker worker) {
    var chore = progress.chore();
    try {
      var instructions = reading.instructions(chore);
      var task =
          new ChoreTask(repository, worker, chore.directory(), instructions, progress.results());
      progress.scheduled(tasks.schedule(task));
      events.accept(ChoreEvent.scheduled(chore.directory(), progress.taskId().orElseThrow()));
    } catch (RefusedChoreException e) {
      progress.ended(ChoreEnd.refused(String.valueOf(e.getMessage())));
    }
  }

  /** Checks only the scheduled tasks, and returns whether one has ended since. */
  boolean hasEnded() {
    boolean ended = false;
    for (var progress : started.values()) {
      if (isTurn(progress) && progress.taskId().isPresent()) {
        advance(progress);
        ended |= progress.end().isPresent();
      }
    }
    return ended;
  }

  /** Returns the known state of a chore that is being done. */
  Optional<ChoreProgress> of(Chore chore) {
    return Optional.ofNullable(started.get(chore.taking()));
  }

  /** Returns the bridge's own chores that have not ended. */
  List<ChoreProgress> own() {
    return started.values().stream()
        .filter(progress -> progress.isOf(settings.name()) && progress.end().isEmpty())
        .toList();
  }

  /**
   * Reads the files that tasks have created. A bridge keeps them in memory until it has pushed
   * them.
   */
  private record ResultReading(ChoreTasks tasks) {
    /** Maximum size in bytes of results in memory, in addition to those of one more chore. */
    private static final long HELD_BYTES_MAX = 32L * 1024 * 1024;

    /**
     * Returns whether there is room for the results of a chore.
     *
     * @param held size in bytes of the results that are not pushed yet
     */
    static boolean hasRoom(ChoreOutcome outcome, long held) {
      return outcome.results().isEmpty() || held <= HELD_BYTES_MAX;
    }

    /**
     * Returns an end with the content of its results. Missing results are named in its error.
     *
     * @throws io.grpc.StatusRuntimeException if a result has not arrived; the call can be repeated
     */
    ChoreEnd end(ChoreOutcome outcome) {
      var noted = outcome;
      var writes = new ArrayList<FileWrite>();
      for (var result : outcome.results()) {
        var content = tasks.content(result);
        if (content.isPresent()) {
          writes.add(new FileWrite(result.path(), content.get(), false));
        } else {
          noted = noted.noted("result %s is gone from the server".formatted(result.path()));
        }
      }
      return new ChoreEnd(noted, writes);
    }
  }
}
