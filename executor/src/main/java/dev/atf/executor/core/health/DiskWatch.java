package dev.atf.executor.core.health;

import dev.atf.executor.core.staging.DiskSpace;
import dev.atf.runtime.loop.Step;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches a disk that has no space for the files of a task. Until there is space, it keeps the gate
 * to new work closed and reports this to the controller. Until the disk is full for the first time,
 * this step does nothing and has no loop.
 */
public final class DiskWatch implements Step {
  private static final Logger log = LoggerFactory.getLogger(DiskWatch.class);

  /** Pause of this step while the disk has space. */
  private static final Duration IDLE = Duration.ofHours(1);

  private final DiskSpace disk;
  private final Path directory;
  private final Duration every;
  private final HealthGate gate;
  private final HealthNotice controller;
  private Supplier<Runnable> start = () -> () -> {};
  private boolean started;
  private Runnable wake = () -> {};
  private long bytesNeeded;
  private String message = "";

  /**
   * Creates the watch of a disk.
   *
   * @param every time between two checks
   */
  public DiskWatch(
      DiskSpace disk, Path directory, Duration every, HealthGate gate, HealthNotice controller) {
    this.disk = disk;
    this.directory = directory;
    this.every = every;
    this.gate = gate;
    this.controller = controller;
  }

  /**
   * Registers an action that starts the loop of this step when the disk is full for the first time.
   * The action returns another one that wakes the loop.
   */
  public synchronized void whenFirstFull(Supplier<Runnable> startLoop) {
    start = startLoop;
  }

  /**
   * Closes the gate until this many bytes are free.
   *
   * @param why reason, for operators
   */
  public synchronized void full(long bytes, String why) {
    bytesNeeded = gate.hasSpace() ? bytes : Math.max(bytesNeeded, bytes);
    message = why;
    if (gate.hasSpace()) {
      log.error("no work is taken: {}", why);
      gate.setSpace(false);
    }
    if (!started) {
      started = true;
      wake = start.get();
    }
    wake.run();
  }

  @Override
  public Duration turn() {
    String why;
    synchronized (this) {
      if (gate.hasSpace()) {
        return IDLE;
      }
      if (hasRoom()) {
        log.info("the disk has space again: this process takes work");
        gate.setSpace(true);
        return IDLE;
      }
      why = message;
    }
    controller.failing(why);
    return every;
  }

  private boolean hasRoom() {
    try {
      return disk.usableBytes(directory) >= bytesNeeded;
    } catch (IOException e) {
      log.warn("the space of the disk cannot be read directory={}: {}", directory, e.toString());
      return false;
    }
  }
}
