package dev.atf.executor.core;

import dev.atf.runtime.Flag;
import dev.atf.runtime.Strand;
import dev.atf.runtime.Threads;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns each slot on a thread of its own until it is finished. These threads also run the handlers,
 * and live as long as the process: a child process started by a handler may be tied to its thread.
 */
public final class SlotThreads {
  private static final Logger log = LoggerFactory.getLogger(SlotThreads.class);
  private static final Duration FAULT_WAIT = Duration.ofSeconds(1);

  private final Drain drain;
  private final Threads threads;
  private final List<WorkSlot> slots;
  private final AtomicInteger unfinished;
  private final Flag allFinished;
  private final List<Strand> strands = new CopyOnWriteArrayList<>();

  public SlotThreads(int count, Supplier<WorkSlot> slots, Drain drain, Threads threads) {
    this.drain = drain;
    this.threads = threads;
    this.slots = Stream.generate(slots).limit(count).toList();
    this.unfinished = new AtomicInteger(count);
    this.allFinished = new Flag(threads);
  }

  public void start() {
    for (var slot : slots) {
      strands.add(threads.start("atf-slot-" + strands.size(), () -> run(slot)));
    }
  }

  public boolean allAlive() {
    return strands.stream().allMatch(Strand::isAlive);
  }

  /** Those that hold an attempt, or may still be handed one. */
  public int unfinished() {
    return unfinished.get();
  }

  /**
   * Waits for all slots to finish, after the drain began.
   *
   * @return false if the time was over first
   */
  public boolean awaitFinished(Duration timeout) throws InterruptedException {
    return allFinished.await(timeout);
  }

  private void run(WorkSlot slot) {
    while (!slot.isFinished()) {
      try {
        turn(slot);
      } catch (InterruptedException e) {
        // Only handlers are interrupted, and a slot forgets what came too late for its handler.
        log.debug("slot interrupted outside of its handler");
      }
    }
    if (unfinished.decrementAndGet() == 0) {
      allFinished.raise();
    }
  }

  private void turn(WorkSlot slot) throws InterruptedException {
    Duration wait;
    try {
      wait = slot.turn();
    } catch (OutOfMemoryError e) {
      // To the handler of uncaught exceptions, which ends the process.
      throw e;
    } catch (Throwable e) {
      // Also an error: the slot holds nothing any more, and without its thread it never would.
      log.error("a slot failed", e);
      // In a drain, too: what failed may fail again at once.
      threads.sleep(FAULT_WAIT);
      return;
    }
    if (slot.isIdle()) {
      drain.await(wait);
    } else {
      threads.sleep(wait);
    }
  }
}
