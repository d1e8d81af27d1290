package dev.atf.executor.core;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.IntStream;
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
  private final CountDownLatch unfinished;
  private final CountDownLatch never = new CountDownLatch(1);
  private final List<Thread> threads;

  public SlotThreads(int count, Supplier<WorkSlot> slots, Drain drain) {
    this.drain = drain;
    this.unfinished = new CountDownLatch(count);
    this.threads = IntStream.range(0, count).mapToObj(index -> thread(index, slots.get())).toList();
  }

  public void start() {
    threads.forEach(Thread::start);
  }

  public boolean allAlive() {
    return threads.stream().allMatch(Thread::isAlive);
  }

  /** Those that hold an attempt, or may still be handed one. */
  public int unfinished() {
    return (int) unfinished.getCount();
  }

  /**
   * Waits for all slots to finish, after the drain began.
   *
   * @return false if the time was over first
   */
  public boolean awaitFinished(Duration timeout) throws InterruptedException {
    return unfinished.await(timeout.toNanos(), TimeUnit.NANOSECONDS);
  }

  private Thread thread(int index, WorkSlot slot) {
    var thread = new Thread(() -> run(slot), "atf-slot-" + index);
    thread.setDaemon(true);
    return thread;
  }

  private void run(WorkSlot slot) {
    while (!slot.isFinished()) {
      var wait = turn(slot);
      try {
        if (slot.isIdle()) {
          drain.await(wait);
        } else {
          boolean ignored = never.await(wait.toNanos(), TimeUnit.NANOSECONDS);
        }
      } catch (InterruptedException e) {
        // Only handlers are interrupted, and a slot forgets what came too late for its handler.
        log.debug("slot interrupted outside of its handler");
      }
    }
    unfinished.countDown();
  }

  private static Duration turn(WorkSlot slot) {
    try {
      return slot.turn();
    } catch (OutOfMemoryError e) {
      // To the handler of uncaught exceptions, which ends the process.
      throw e;
    } catch (Throwable e) {
      // Also an error: the slot holds nothing any more, and without its thread it never would.
      log.error("a slot failed", e);
      return FAULT_WAIT;
    }
  }
}
