package dev.atf.controller;

import dev.atf.model.LambdaName;
import dev.atf.model.Priority;
import dev.atf.model.TaskId;
import dev.atf.model.TaskRef;
import dev.atf.queue.QueueName;
import dev.atf.queue.ReceivedTask;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Adds a reference and takes the best one out, with references of three priorities. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class PriorityBuffersBenchmark {
  private static final List<Priority> PRIORITIES =
      List.of(new Priority("high"), new Priority("normal"), new Priority("low"));

  private final PriorityBuffers buffers = new PriorityBuffers(ControllerConfig.DEFAULTS, 0);
  private long now;

  /** Fills the buffers to a half. */
  @Setup
  public void fill() {
    buffers.setPriorities(PRIORITIES);
    var random = new SplittableRandom(1);
    for (var priority : PRIORITIES) {
      for (int i = 0; i < 10; i++) {
        var ref = new TaskRef(TaskId.random(random), 1);
        var queue = new QueueName(new LambdaName("benchmark"), priority);
        buffers.add(new BufferedRef(queue, new ReceivedTask(ref, "receipt"), 0), 0);
      }
    }
  }

  @Benchmark
  public boolean takeBestAndPutItIn() {
    Optional<BufferedRef> best = buffers.takeBest(now++);
    return buffers.add(best.orElseThrow(), now);
  }
}
