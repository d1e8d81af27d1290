package dev.atf.storeconsumer;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The threads of a real store consumer. What waits for them is bounded by the steps: a chunk of
 * releases, a round of partitions, a group of pages.
 */
@Singleton
final class WorkPools implements AutoCloseable {
  private final ExecutorService mark;
  private final ExecutorService poll;
  private final ExecutorService alarm;

  /**
   * @param mark threads for releases
   * @param poll threads for reading, and again so many for alarms
   */
  record Settings(int mark, int poll) {}

  @Inject
  WorkPools(Settings settings) {
    this.mark = threads("atf-mark-", settings.mark());
    this.poll = threads("atf-poll-", settings.poll());
    this.alarm = threads("atf-alarm-", settings.poll());
  }

  MarkPool mark() {
    return new MarkPool(mark);
  }

  PollPool poll() {
    return new PollPool(poll);
  }

  AlarmPool alarm() {
    return new AlarmPool(alarm);
  }

  /** To be called when nothing is turned any more. */
  @Override
  public void close() {
    List.of(mark, poll, alarm).forEach(ExecutorService::shutdownNow);
  }

  private static ExecutorService threads(String name, int count) {
    var number = new AtomicInteger();
    return Executors.newFixedThreadPool(
        count,
        work -> {
          var thread = new Thread(work, name + number.incrementAndGet());
          thread.setDaemon(true);
          return thread;
        });
  }
}
