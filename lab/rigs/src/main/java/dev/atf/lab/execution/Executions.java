package dev.atf.lab.execution;

import dev.atf.lab.execution.ExecutionLog.Entry;
import dev.atf.lab.execution.ExecutionLog.Kind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Executions of all processes that kept an {@link ExecutionLog} in one directory, as far as they
 * have been read. An entry that is torn, or is being written, is read once it is whole. Not
 * thread-safe.
 */
public final class Executions {
  private record Run(long pid, String task, long epoch) {}

  private final Path directory;
  private final Map<Path, Long> positions = new HashMap<>();
  private final List<Execution> all = new ArrayList<>();
  private final Map<Run, Integer> open = new HashMap<>();
  private final Map<String, Execution> first = new HashMap<>();

  private Executions(Path directory) {
    this.directory = directory;
  }

  /** Returns a reader of {@code directory} that has read nothing yet. */
  public static Executions in(Path directory) {
    return new Executions(directory);
  }

  /** Reads the entries that are there now. */
  public static Executions read(Path directory) {
    var read = in(directory);
    read.more();
    return read;
  }

  /** Reads what was written since the last call. */
  public void more() {
    for (var file : files()) {
      var bytes = unread(file);
      for (var entry = Entry.read(bytes); entry.isPresent(); entry = Entry.read(bytes)) {
        add(entry.get());
      }
      positions.merge(file, (long) bytes.position(), Long::sum);
    }
  }

  /** Returns the executions in the order in which their beginnings were read. */
  public List<Execution> all() {
    return Collections.unmodifiableList(all);
  }

  /** Returns the execution of a task that began first. */
  public Optional<Execution> firstOf(String task) {
    return Optional.ofNullable(first.get(task));
  }

  /** Returns the number of executions that were not the first of their task. */
  public int repeated() {
    return all.size() - first.size();
  }

  /**
   * Counts the pairs of consecutive executions of one task in which the second began before the
   * first had ended.
   *
   * @param deaths times of death of processes, by their ids; an execution without an end in any
   *     other process counts as running for ever
   */
  public int overlaps(Map<Long, Long> deaths) {
    int overlaps = 0;
    var byTask = all.stream().collect(Collectors.groupingBy(Execution::task));
    for (var runs : byTask.values()) {
      var ordered = runs.stream().sorted(Comparator.comparingLong(Execution::beganNanos)).toList();
      for (int i = 1; i < ordered.size(); i++) {
        var over = ordered.get(i - 1).overAt(deaths);
        if (over.isEmpty() || over.getAsLong() > ordered.get(i).beganNanos()) {
          overlaps++;
        }
      }
    }
    return overlaps;
  }

  private void add(Entry entry) {
    var run = new Run(entry.pid(), entry.task(), entry.epoch());
    if (entry.kind() == Kind.BEGAN) {
      var began = Instant.EPOCH.plus(entry.micros(), ChronoUnit.MICROS);
      var execution =
          new Execution(
              entry.task(), entry.epoch(), entry.pid(), began, entry.nanos(), OptionalLong.empty());
      open.put(run, all.size());
      all.add(execution);
      first.merge(entry.task(), execution, (a, b) -> a.beganNanos() <= b.beganNanos() ? a : b);
      return;
    }
    var index = open.remove(run);
    if (index != null) {
      all.set(index, all.get(index).endedAt(entry.nanos()));
    }
  }

  private List<Path> files() {
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(file -> file.toString().endsWith(ExecutionLog.SUFFIX)).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private ByteBuffer unread(Path file) {
    long from = positions.getOrDefault(file, 0L);
    try {
      var bytes = ByteBuffer.allocate(Math.toIntExact(Files.size(file) - from));
      if (bytes.hasRemaining()) {
        try (var channel = FileChannel.open(file, StandardOpenOption.READ)) {
          while (bytes.hasRemaining() && channel.read(bytes, from + bytes.position()) >= 0) {
            // A read may return less than there is.
          }
        }
      }
      return bytes.flip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
