package dev.atf.local.keep;

import dev.atf.embedded.DataDirectory;
import dev.atf.embedded.EngineDirectory;
import dev.atf.embedded.OwnDirectory;
import dev.atf.runtime.config.ConfigException;
import dev.atf.store.StoreException;
import dev.atf.store.embedded.StoreCopy;
import dev.atf.store.embedded.UnsupportedFormatException;
import dev.atf.store.embedded.database.DamagedStoreException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Makes backups of the embedded engine's data, and restores them. A copy gets its name when it is
 * complete. Nothing is ever overwritten.
 */
public final class Backups {
  private Backups() {}

  /**
   * Copies the data, with the files of tasks, even while {@code atf up} uses them.
   *
   * @throws ConfigException if there is no data, the target exists, or the copy fails
   */
  public static StoreCopy.Copied backup(Path data, Path target, LongConsumer progress) {
    var source = EngineDirectory.embedded(data);
    if (!Files.isDirectory(source)) {
      throw new ConfigException(data + " holds no tasks of the embedded engine");
    }
    return whole(
        EngineDirectory.backup(target),
        copy -> StoreCopy.backup(source, copy, progress),
        data,
        target,
        changed(target));
  }

  /**
   * Restores a backup.
   *
   * @param notBefore time before which no task starts
   * @throws ConfigException if this is not a backup, the data directory is in use or not empty, or
   *     the copy fails
   */
  public static StoreCopy.Copied restore(
      Path backup, Path data, Instant notBefore, LongConsumer progress) {
    var source = EngineDirectory.backup(backup);
    if (!Files.isDirectory(source)) {
      throw new ConfigException(backup + " is not a backup");
    }
    // Before the data directory is created.
    var changed = changed(data);
    try (var taken = DataDirectory.take(data)) {
      return whole(
          EngineDirectory.embedded(taken.path()),
          copy -> StoreCopy.restore(source, copy, notBefore, progress),
          backup,
          taken.path(),
          changed);
    }
  }

  /**
   * Copies the store, and then the files of its tasks. Files are written before their tasks, so all
   * of them exist.
   *
   * @param changed directories that get new names
   */
  private static StoreCopy.Copied whole(
      Path store,
      Function<Path, StoreCopy.Copied> copying,
      Path from,
      Path to,
      List<Path> changed) {
    EngineDirectory.requireFinished(to);
    var unfinished = EngineDirectory.unfinished(store);
    var files = Path.of(EngineDirectory.blobs(to));
    for (var path : new Path[] {store, files}) {
      if (Files.exists(path)) {
        throw new ConfigException(path + " is there already; nothing is overwritten");
      }
    }
    try {
      OwnDirectory.make(unfinished);
      var copied = copying.apply(unfinished);
      FileCopies.copy(Path.of(EngineDirectory.blobs(from)), files);
      sync(unfinished);
      Files.move(unfinished, store, StandardCopyOption.ATOMIC_MOVE);
      for (var directory : changed) {
        sync(directory);
      }
      return copied;
    } catch (DamagedStoreException | UnsupportedFormatException e) {
      throw new ConfigException(String.valueOf(e.getMessage()));
    } catch (IOException | UncheckedIOException | StoreException e) {
      throw new ConfigException(
          "the copy to %s did not finish: %s. Check the disk, delete %s and %s, and run this again"
              .formatted(to, e.getMessage(), unfinished, files));
    }
  }

  /** Returns the directories that get new names: the target, and the one that exists above it. */
  private static List<Path> changed(Path target) {
    var changed = new ArrayList<Path>();
    var path = target.toAbsolutePath();
    for (; path != null && !Files.exists(path); path = path.getParent()) {
      changed.add(path);
    }
    // Users may be allowed to create files in a directory that they cannot read.
    if (path != null && Files.isReadable(path)) {
      changed.add(path);
    }
    return changed;
  }

  /** Makes the content of a file, or the names in a directory, durable. */
  private static void sync(Path path) throws IOException {
    try (var opened = FileChannel.open(path, StandardOpenOption.READ)) {
      opened.force(true);
    }
  }

  /**
   * Copies the stored files of tasks durably, even while a process adds and removes some. A stored
   * file never changes, and no task needs a file that is removed during the copy (ADR 0091).
   */
  private static final class FileCopies extends SimpleFileVisitor<Path> {
    private final Path source;
    private final Path target;

    private FileCopies(Path source, Path target) {
      this.source = source;
      this.target = target;
    }

    /** Copies all contents. A missing source counts as empty. */
    static void copy(Path source, Path target) throws IOException {
      if (Files.isDirectory(source)) {
        Files.walkFileTree(source, new FileCopies(source, target));
      }
    }

    @Override
    public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes)
        throws IOException {
      if (!directory.equals(source) && String.valueOf(directory.getFileName()).startsWith(".")) {
        return FileVisitResult.SKIP_SUBTREE; // locks, and what is being written
      }
      OwnDirectory.make(target.resolve(source.relativize(directory)));
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      var copy = target.resolve(source.relativize(file));
      try {
        Files.copy(file, copy);
      } catch (NoSuchFileException e) {
        return visitFileFailed(file, e);
      }
      sync(copy);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
      if (e instanceof NoSuchFileException && Files.notExists(file)) {
        return FileVisitResult.CONTINUE;
      }
      throw e;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException e)
        throws IOException {
      if (e != null) {
        throw e;
      }
      sync(target.resolve(source.relativize(directory)));
      return FileVisitResult.CONTINUE;
    }
  }
}
