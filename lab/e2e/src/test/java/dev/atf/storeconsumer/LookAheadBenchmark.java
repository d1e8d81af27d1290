package dev.atf.storeconsumer;

import dev.atf.model.LambdaName;
import dev.atf.model.Priority;
import dev.atf.model.TaskId;
import dev.atf.model.TaskRef;
import dev.atf.model.fairness.KeyGroup;
import dev.atf.queue.QueueName;
import dev.atf.storeconsumer.release.DueTask;
import dev.atf.storeconsumer.release.LookAhead;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Offers, takes and forgets an alarm among those that wait for their millisecond. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class LookAheadBenchmark {
  private static final Instant BEGIN = Instant.EPOCH;
  private static final QueueName QUEUE =
      new QueueName(new LambdaName("benchmark"), new Priority("normal"));

  /** Number of waiting alarms, a millisecond apart. */
  @Param({"100", "10000"})
  private int waiting;

  private final SplittableRandom random = new SplittableRandom(1);
  private LookAhead lookAhead = new LookAhead(1);
  private long turn;

  /** Fills the buffer with this number of waiting alarms. */
  @Setup
  public void fill() {
    lookAhead = new LookAhead(waiting + 1);
    for (turn = 0; turn < waiting; turn++) {
      offer();
    }
  }

  @Benchmark
  public Duration anAlarmInAndTheEarliestOut() {
    offer();
    var now = BEGIN.plusMillis(turn - waiting);
    turn++;
    List<DueTask> due = lookAhead.nextBatch(now, 10, queue -> 10);
    lookAhead.forget(due);
    return lookAhead.untilNext(now, Duration.ofSeconds(1), queue -> Instant.MIN);
  }

  private void offer() {
    var dueAt = BEGIN.plusMillis(turn);
    var ref = new TaskRef(TaskId.random(random), 1);
    var entry = new DueTask(ref, dueAt, QUEUE, 0, null, KeyGroup.NONE, 1, 0);
    if (lookAhead.offer(entry, Integer.MAX_VALUE, 1) != LookAhead.Offer.ADDED) {
      throw new IllegalStateException("no room for " + entry);
    }
  }
}
