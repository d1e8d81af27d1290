package dev.atf.e2e.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * A file that processes write effects into, one line each, under a lock: for each task only with a
 * fencing token that is not older than one that was shown before.
 */
public final class FencedLedger {
  /** Effect that was done or reverted, with its task and token. */
  public record Line(String effect, boolean undone, String taskId, long token) {
    private static Line parse(String text) {
      var parts = text.split(" ", 4);
      return new Line(parts[3], parts[0].equals("undid"), parts[1], Long.parseLong(parts[2]));
    }

    private String text() {
      return "%s %s %d %s%n".formatted(undone ? "undid" : "did", taskId, token, effect);
    }
  }

  private final Path lines;
  private final Path tokens;
  private final Path lock;

  public FencedLedger(Path directory) {
    lines = directory.resolve("ledger");
    tokens = directory.resolve("tokens");
    lock = directory.resolve("lock");
  }

  /** Shows a token, before anything is done: from then on older ones of this task are refused. */
  public void show(String taskId, long token) {
    locked(
        () -> {
          if (token > known(taskId)) {
            append(tokens, "%s %d%n".formatted(taskId, token));
          }
          return true;
        });
  }

  /**
   * @return false if a newer token of this task was shown: nothing was written
   */
  public boolean write(Line line) {
    return locked(
        () -> {
          if (line.token() < known(line.taskId())) {
            return false;
          }
          append(lines, line.text());
          return true;
        });
  }

  /** Returns everything that was written, in its order. */
  public List<Line> lines() {
    return locked(() -> read(lines).stream().map(Line::parse).toList());
  }

  private long known(String taskId) {
    Map<String, Long> newest = new HashMap<>();
    for (var line : read(tokens)) {
      var parts = line.split(" ", 2);
      newest.merge(parts[0], Long.parseLong(parts[1]), Math::max);
    }
    return newest.getOrDefault(taskId, 0L);
  }

  private static List<String> read(Path file) {
    try {
      return Files.exists(file) ? Files.readAllLines(file) : List.of();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void append(Path file, String text) {
    try {
      Files.write(
          file,
          text.getBytes(StandardCharsets.UTF_8),
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Runs work under a lock of all threads of all processes; the lock of a dead process is free. */
  private synchronized <T> T locked(Supplier<T> work) {
    try (var channel = FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        var held = channel.lock()) {
      if (!held.isValid()) {
        throw new IllegalStateException("the lock was not taken");
      }
      return work.get();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
