package dev.atf.lab.execution;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.lab.execution.ExecutionLog.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ExecutionLogTest {
  private static final String TASK = "t";

  @TempDir private Path directory;

  @Test
  void anExecutionThatBeganBeforeTheLastOneEndedIsAnOverlap() throws IOException {
    write(1, began(1, 100), ended(1, 300));
    write(2, began(2, 200), ended(2, 400));

    assertThat(Executions.read(directory).overlaps(Map.of())).isEqualTo(1);
  }

  @Test
  void sequentialExecutionsDoNotOverlap() throws IOException {
    write(1, began(1, 100), ended(1, 200));
    write(2, began(2, 201), ended(2, 400));

    assertThat(Executions.read(directory).overlaps(Map.of())).isZero();
  }

  @Test
  void anExecutionInAKilledProcessLastedUntilItsDeath() throws IOException {
    write(1, began(1, 100));
    write(2, began(2, 200), ended(2, 400));

    assertThat(Executions.read(directory).overlaps(Map.of(1L, 150L))).isZero();
    assertThat(Executions.read(directory).overlaps(Map.of(1L, 250L))).isEqualTo(1);
    assertThat(Executions.read(directory).overlaps(Map.of())).isEqualTo(1);
  }

  @Test
  void aTornEntryIsReadOnceItIsWhole() throws IOException {
    var end = bytes(ended(1, 200));
    write(1, began(1, 100));
    append(1, Arrays.copyOf(end, end.length - 1));
    var executions = Executions.in(directory);

    executions.more();
    assertThat(executions.all()).singleElement().matches(one -> one.endNanos().isEmpty());
    append(1, Arrays.copyOfRange(end, end.length - 1, end.length));
    executions.more();
    executions.more();
    assertThat(executions.all()).singleElement().matches(one -> one.endNanos().isPresent());
  }

  @Test
  void theFirstExecutionOfATaskCountsAndTheOthersAreRepeated() {
    var log = ExecutionLog.in(directory);
    log.began("7", 0);
    var afterFirst = InstantSource.system().instant();
    log.began("7", 0);
    log.began("8", 0);

    var executions = Executions.read(directory);

    assertThat(executions.firstOf("7").orElseThrow().began()).isBeforeOrEqualTo(afterFirst);
    assertThat(executions.firstOf("9")).isEmpty();
    assertThat(executions.repeated()).isEqualTo(1);
    assertThat(executions.all()).hasSize(3);
  }

  @Test
  void writtenExecutionsAreReadWithTheirEnds() {
    var log = ExecutionLog.in(directory);
    var before = InstantSource.system().instant();
    log.began("a", 1);
    log.began("b", 1);
    log.ended("a", 1);
    log.began("a", 2);
    log.ended("a", 2);

    var executions = Executions.read(directory).all();

    assertThat(executions).extracting(Execution::task).containsExactly("a", "b", "a");
    assertThat(executions).extracting(Execution::epoch).containsExactly(1L, 1L, 2L);
    assertThat(executions)
        .extracting(one -> one.endNanos().isPresent())
        .containsExactly(true, false, true);
    assertThat(executions).allMatch(one -> one.pid() == ProcessHandle.current().pid());
    assertThat(executions.get(0).ended())
        .isBetween(executions.get(0).began(), InstantSource.system().instant().plusMillis(1));
    assertThat(executions.get(0).millisAfter(before.minusMillis(5))).isGreaterThan(4);
  }

  private static ExecutionLog.Entry began(long pid, long nanos) {
    return new ExecutionLog.Entry(Kind.BEGAN, TASK, pid, pid, 0, nanos);
  }

  private static ExecutionLog.Entry ended(long pid, long nanos) {
    return new ExecutionLog.Entry(Kind.ENDED, TASK, pid, pid, 0, nanos);
  }

  private void write(long pid, ExecutionLog.Entry... entries) throws IOException {
    for (var entry : entries) {
      append(pid, bytes(entry));
    }
  }

  private void append(long pid, byte[] bytes) throws IOException {
    Files.write(
        directory.resolve(pid + ExecutionLog.SUFFIX),
        bytes,
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
  }

  private static byte[] bytes(ExecutionLog.Entry entry) {
    return entry.bytes().array();
  }
}
