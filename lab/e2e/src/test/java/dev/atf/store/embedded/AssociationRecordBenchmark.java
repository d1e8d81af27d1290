package dev.atf.store.embedded;

import dev.atf.model.LambdaName;
import dev.atf.model.Priority;
import dev.atf.model.TaskId;
import dev.atf.model.task.Association;
import dev.atf.model.task.TaskHeader;
import dev.atf.store.embedded.record.AssociationRecord;
import java.time.Instant;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Converts an association to bytes and back, as the embedded store does for every transition. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class AssociationRecordBenchmark {
  private final Association association =
      Association.scheduled(
          new TaskHeader(
              TaskId.random(new SplittableRandom(1)),
              new LambdaName("benchmark"),
              new Priority("normal"),
              null,
              0,
              Instant.EPOCH,
              Instant.EPOCH,
              Instant.EPOCH.plusSeconds(60),
              null));
  private final byte[] record = AssociationRecord.of(association);

  @Benchmark
  public byte[] write() {
    return AssociationRecord.of(association);
  }

  @Benchmark
  public Association read() {
    return AssociationRecord.read(record);
  }
}
