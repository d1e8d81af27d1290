package dev.atf.lab.bench.workload;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Times at which handlers began, of all processes that kept a {@link StartLog} in one directory.
 */
public final class Starts {
  private final Map<Long, Long> firstMicros;
  private final int entries;

  private Starts(Map<Long, Long> firstMicros, int entries) {
    this.firstMicros = firstMicros;
    this.entries = entries;
  }

  /** Reads the entries that are there now. */
  public static Starts read(Path directory) {
    var first = new HashMap<Long, Long>();
    int entries = 0;
    for (var file : files(directory)) {
      var log = content(file);
      while (log.remaining() >= StartLog.ENTRY_BYTES) {
        first.merge(log.getLong(), log.getLong(), Math::min);
        entries++;
      }
    }
    return new Starts(first, entries);
  }

  /** Counts the entries that are there now, which is cheaper than to read them. */
  public static int count(Path directory) {
    return (int) files(directory).stream().mapToLong(Starts::size).sum() / StartLog.ENTRY_BYTES;
  }

  /** Returns the beginning of that job's first execution, to the microsecond. */
  public Optional<Instant> of(Job job) {
    return Optional.ofNullable(firstMicros.get(job.number()))
        .map(micros -> Instant.EPOCH.plus(micros, ChronoUnit.MICROS));
  }

  /**
   * Returns the time in milliseconds from an instant of each job to its beginning; all have begun.
   */
  public List<Double> millisAfter(Collection<Job> jobs, Function<Job, Instant> instant) {
    return jobs.stream()
        .map(job -> Duration.between(instant.apply(job), of(job).orElseThrow()).toNanos() / 1e6)
        .toList();
  }

  /** Returns the number of executions that were not the first of their job. */
  public int repeated() {
    return entries - firstMicros.size();
  }

  private static List<Path> files(Path directory) {
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(directory)) {
      return files.sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static long size(Path file) {
    try {
      return Files.size(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ByteBuffer content(Path file) {
    try {
      return ByteBuffer.wrap(Files.readAllBytes(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
