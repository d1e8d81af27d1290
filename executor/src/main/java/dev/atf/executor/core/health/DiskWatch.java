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
 * Watch over a disk that has no room for the files of a task: closes the gate to new work until it
 * has, and tells the controller meanwhile. Does nothing, and has no loop, before that.
 */
public final class DiskWatch implements Step {
  private static final Logger log = LoggerFactory.getLogger(DiskWatch.class);

  /** Wait while the disk has room. */
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
   * @param every time between two looks
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
   * Registers what starts the loop of this step when the disk is full for the first time, and
   * returns what wakes it.
   */
  public synchronized void whenFirstFull(Supplier<Runnable> startLoop) {
    start = startLoop;
  }

  /**
   * Closes the gate until so many bytes are free.
   *
   * @param why for operators
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
