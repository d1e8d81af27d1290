package dev.atf.worker.supervisor;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Simulates a processor that is too small. It lets one of several processes run at a time, for one
 * slice, and keeps the others stopped. With k processes, each is stopped for k - 1 slices.
 */
final class ProcessorTurns {
  private static final Duration CHECK_EVERY = Duration.ofMillis(50);

  private final Supplier<List<Long>> pids;
  private final long checksOfSlice;
  private final ScheduledExecutorService looks = Executors.newSingleThreadScheduledExecutor();

  /** Processes in the order of their turns; the first one runs. */
  private final Deque<Long> turns = new ArrayDeque<>();

  private long looksLeft;

  /**
   * Creates a scheduler.
   *
   * @param pids of the processes that are alive
   */
  ProcessorTurns(Supplier<List<Long>> pids, Duration slice) {
    this.pids = pids;
    this.checksOfSlice = slice.dividedBy(CHECK_EVERY);
    long period = CHECK_EVERY.toMillis();
    var ignored = looks.scheduleAtFixedRate(this::update, 0, period, TimeUnit.MILLISECONDS);
  }

  private void update() {
    var alive = pids.get();
    var first = turns.peek();
    turns.retainAll(alive);
    var come = new ArrayList<>(alive);
    come.removeAll(turns);
    signal("STOP", come);
    turns.addAll(come);
    if (turns.isEmpty()) {
      return;
    }
    boolean hasEnded = !turns.element().equals(first);
    looksLeft--;
    if (hasEnded || looksLeft <= 0) {
      if (!hasEnded && turns.size() > 1) {
        signal("STOP", List.of(turns.element()));
        turns.add(turns.remove());
      }
      signal("CONT", List.of(turns.element()));
      looksLeft = checksOfSlice;
    }
  }

  /** Sends a signal, unless the process has died. */
  private static void signal(String name, Collection<Long> pids) {
    if (pids.isEmpty()) {
      return;
    }
    var words = new ArrayList<String>(List.of("kill", "-" + name));
    pids.forEach(pid -> words.add(pid.toString()));
    try {
      new ProcessBuilder(words).start().waitFor();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Lets all processes run from now on. */
  void end() throws InterruptedException {
    looks.shutdown();
    boolean ignored = looks.awaitTermination(10, TimeUnit.SECONDS);
    signal("CONT", pids.get());
  }
}
