package dev.atf.worker.builtin;

import dev.atf.executor.Checkpoint;
import dev.atf.executor.ChildTask;
import dev.atf.executor.OnChildFailure;
import dev.atf.executor.TaskContext;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Context of a task that is never cancelled. */
final class FakeContext implements TaskContext {
  static final String TRACE = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

  private final Optional<Path> directory;

  FakeContext() {
    this.directory = Optional.empty();
  }

  /** Creates the context of a task with files. */
  FakeContext(Path directory) {
    this.directory = Optional.of(directory);
  }

  @Override
  public Path workDirectory() {
    return directory.orElseThrow();
  }

  @Override
  public boolean hasWorkDirectory() {
    return directory.isPresent();
  }

  @Override
  public String taskId() {
    return "task-1";
  }

  @Override
  public String lambda() {
    return "command";
  }

  @Override
  public String priority() {
    return "high";
  }

  @Override
  public String collection() {
    return "";
  }

  @Override
  public int attempt() {
    return 2;
  }

  @Override
  public long fencingToken() {
    return 3;
  }

  @Override
  public Instant scheduledAt() {
    return Instant.EPOCH;
  }

  @Override
  public Map<String, String> labels() {
    return Map.of();
  }

  @Override
  public Map<String, String> traceHeaders() {
    return Map.of("traceparent", TRACE);
  }

  @Override
  public Duration leaseRemaining() {
    return Duration.ofSeconds(25);
  }

  @Override
  public boolean isCancelled() {
    return false;
  }

  @Override
  public void throwIfCancelled() {}

  @Override
  public void ensureOwned() {}

  @Override
  public int maxAttempts() {
    return 10;
  }

  @Override
  public boolean isLastAttempt() {
    return false;
  }

  @Override
  public Optional<Instant> deadline() {
    return Optional.empty();
  }

  @Override
  public void progress(Object json) {}

  @Override
  public void checkpoint(Object json) {}

  @Override
  public void checkpoint(byte[] data, String contentType) {}

  @Override
  public Optional<Checkpoint> lastCheckpoint() {
    return Optional.empty();
  }

  @Override
  public <T> Optional<T> lastCheckpoint(Class<T> type) {
    return Optional.empty();
  }

  @Override
  public int schedule(ChildTask child) {
    return 0;
  }

  @Override
  public void scheduleThen(List<ChildTask> children, ChildTask then, OnChildFailure onFailure) {}
}
