package dev.atf.cli.chore.bridge;

import dev.atf.cli.output.CommandFailedException;
import dev.atf.executor.core.staging.FileTree;
import dev.atf.executor.core.staging.PrivateDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/**
 * Directory of one bridge, below a directory that several bridges of one user may share. It only
 * contains a cache, so the next start removes the directories of bridges that were killed.
 *
 * <p>Only that user may enter the shared directory. Otherwise another user could put directories
 * into it, and exchange them for links during their removal.
 */
public final class BridgeDirectory implements AutoCloseable {
  private static final String PREFIX = "bridge-";
  private static final String LOCK = "lock";

  private final Path path;
  private final FileChannel lock;

  private BridgeDirectory(Path path, FileChannel lock) {
    this.path = path;
    this.lock = lock;
  }

  /**
   * Creates a directory for this process.
   *
   * @throws CommandFailedException if it cannot be created, or if other users can enter the shared
   *     directory
   */
  public static BridgeDirectory below(Path work) {
    try {
      PrivateDirectory.make(work, "--work");
      removeAbandoned(work);
      // It gets its final name only after it is locked; otherwise another start would remove it.
      var made = Files.createTempDirectory(work, "new-");
      var channel = open(made.resolve(LOCK));
      FileLock unused = channel.lock();
      var name = made.getFileName().toString().replaceFirst("new-", PREFIX);
      return new BridgeDirectory(Files.move(made, made.resolveSibling(name)), channel);
    } catch (IOException | UncheckedIOException e) {
      throw new CommandFailedException(
          "--work: %s: %s (expected: a directory to write to)".formatted(work, e.getMessage()));
    }
  }

  private static void removeAbandoned(Path work) throws IOException {
    List<Path> others;
    try (var files = Files.list(work)) {
      others = files.filter(file -> file.getFileName().toString().startsWith(PREFIX)).toList();
    }
    for (var other : others) {
      if (isAbandoned(other)) {
        remove(other);
      }
    }
  }

  private static boolean isAbandoned(Path directory) throws IOException {
    try (var channel = open(directory.resolve(LOCK))) {
      return channel.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      return false; // locked by another bridge of this process
    }
  }

  private static FileChannel open(Path lock) throws IOException {
    return FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
  }

  public Path path() {
    return path;
  }

  private static void remove(Path directory) {
    try {
      FileTree.remove(directory);
    } catch (IOException e) {
      // A git process that outlived its bridge still writes there. The next start removes the
      // directory.
    }
  }

  @Override
  public void close() {
    remove(path);
    try {
      lock.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
