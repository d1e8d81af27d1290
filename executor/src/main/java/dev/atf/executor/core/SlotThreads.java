package dev.atf.executor.core;

import dev.atf.executor.core.attempt.RunningAttempt;
import dev.atf.runtime.Flag;
import dev.atf.runtime.loop.ThreadHandle;
import dev.atf.runtime.loop.Threads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Threads of the slots. Each thread runs one slot until the slot is finished. Slots that are not
 * admitted yet have no thread, take no work, and are finished as soon as a drain begins. The
 * threads also run the handlers. They live as long as the process, because a child process that a
 * handler has started may be tied to its thread.
 */
public final class SlotThreads {
  private static final Logger log = LoggerFactory.getLogger(SlotThreads.class);
  private static final Duration FAULT_WAIT = Duration.ofSeconds(1);

  private final Drain drain;
  private final Threads threads;
  private final Supplier<Slot> newSlot;
  private final List<Slot> slots;
  private final int admittedFirst;
  private final Flag allFinished;

  /** Handles of the admitted slots. The list is changed under the lock only. */
  private final List<ThreadHandle> handles = new CopyOnWriteArrayList<>();

  /**
   * Replacements for which no thread could be started, by the slot that they replace. They count as
   * finished until the thread of that slot runs them.
   */
  private final Map<Slot, Slot> withoutThread = new HashMap<>();

  /** Lock under which slots are admitted and finish, so that the counts agree. */
  private final ReentrantLock lock = new ReentrantLock();

  private int finished;

  /**
   * Creates the slots, none of which is admitted yet.
   *
   * @param count number of all slots
   * @param admittedFirst number of slots that {@link #start} admits, 1 to {@code count}
   */
  public SlotThreads(
      int count, int admittedFirst, Supplier<Slot> slots, Drain drain, Threads threads) {
    this.drain = drain;
    this.threads = threads;
    this.newSlot = slots;
    this.slots = new ArrayList<>(Stream.generate(slots).limit(count).toList());
    this.admittedFirst = admittedFirst;
    this.allFinished = new Flag(threads);
  }

  public void start() {
    lock.lock();
    try {
      admit(admittedFirst);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Doubles the number of admitted slots, up to the number of all slots. Does nothing during a
   * drain.
   */
  public void admitMore() {
    lock.lock();
    try {
      // The wait for all slots ends only in a drain, and under the lock. So it has not ended.
      if (!drain.hasBegun()) {
        admit(Math.min(slots.size(), 2 * handles.size()));
      }
    } finally {
      lock.unlock();
    }
  }

  private void admit(int count) {
    while (handles.size() < count) {
      handles.add(start(handles.size()));
    }
  }

  private ThreadHandle start(int number) {
    var slot = slots.get(number);
    return threads.start("atf-slot-" + number, () -> run(slot));
  }

  /**
   * Abandons the slot of an attempt together with its thread, which ends after the attempt. Another
   * slot replaces it, except during a drain. If the system has no thread for it, it waits for the
   * thread of the abandoned slot. The caller watches all attempts, and must continue in any case.
   */
  public void replace(RunningAttempt attempt) {
    lock.lock();
    try {
      for (int i = 0; i < handles.size(); i++) {
        var slot = slots.get(i);
        if (slot.abandon(attempt)) {
          if (drain.hasBegun()) {
            countFinished();
          } else {
            slots.set(i, newSlot.get());
            startReplacement(i, slot);
          }
        }
      }
    } finally {
      lock.unlock();
    }
  }

  private void startReplacement(int number, Slot abandoned) {
    try {
      handles.set(number, start(number));
    } catch (OutOfMemoryError e) {
      log.error("slot={} has no thread until the handler of its last attempt ends", number, e);
      withoutThread.put(abandoned, slots.get(number));
      countFinished();
    }
  }

  /** Returns the number of slots that take work unless the process drains. */
  public int admitted() {
    return handles.size();
  }

  public boolean areAllAdmitted() {
    return handles.size() == slots.size();
  }

  public boolean allAlive() {
    return handles.stream().allMatch(ThreadHandle::isAlive);
  }

  /**
   * Returns the number of slots that hold an attempt, or may still get one although the drain has
   * started.
   */
  public int unfinished() {
    lock.lock();
    try {
      return handles.size() - finished;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits until all slots have finished, after the drain has started.
   *
   * @return false if the time-out passed before that
   */
  public boolean awaitFinished(Duration timeout) throws InterruptedException {
    lock.lock();
    try {
      // The last of them may have finished before the drain, for want of a thread.
      raiseIfAllFinished();
    } finally {
      lock.unlock();
    }
    return allFinished.await(timeout);
  }

  private void run(Slot first) {
    for (var slot = Optional.of(first); slot.isPresent(); slot = next(slot.get())) {
      runUntilFinished(slot.get());
    }
  }

  private void runUntilFinished(Slot slot) {
    while (!slot.isFinished()) {
      try {
        turn(slot);
      } catch (InterruptedException e) {
        // Only handlers are interrupted, and a slot discards an interruption that arrives too late
        // for its handler.
        log.debug("slot interrupted outside of its handler");
      }
    }
  }

  /**
   * Finishes a slot.
   *
   * @return its replacement, if that has no thread; the calling thread must run it
   */
  private Optional<Slot> next(Slot slot) {
    lock.lock();
    try {
      if (!slot.isAbandoned()) {
        countFinished();
        return Optional.empty();
      }
      var replacement = Optional.ofNullable(withoutThread.remove(slot));
      if (drain.hasBegun()) {
        return Optional.empty();
      }
      finished -= replacement.isPresent() ? 1 : 0;
      return replacement;
    } finally {
      lock.unlock();
    }
  }

  private void countFinished() {
    finished++;
    raiseIfAllFinished();
  }

  private void raiseIfAllFinished() {
    if (drain.hasBegun() && finished == handles.size()) {
      allFinished.raise();
    }
  }

  private void turn(Slot slot) throws InterruptedException {
    Duration wait;
    try {
      wait = slot.turn();
    } catch (OutOfMemoryError e) {
      // The handler of uncaught exceptions gets it and ends the process.
      throw e;
    } catch (Throwable e) {
      // Errors are caught, too: the slot no longer holds an attempt, and without its thread it
      // would never take work again.
      log.error("a slot failed", e);
      // The pause is needed in a drain as well, because the failed turn may fail again immediately.
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
