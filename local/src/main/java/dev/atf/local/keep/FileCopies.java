package dev.atf.local.keep;

import dev.atf.embedded.OwnDirectory;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;

/**
 * Copies the contents of tasks' files, also while a process adds and removes some. A content never
 * changes, and no task needs one that is removed during the copy (ADR 0091).
 */
final class FileCopies extends SimpleFileVisitor<Path> {
  private final Path source;
  private final Path target;

  private FileCopies(Path source, Path target) {
    this.source = source;
    this.target = target;
  }

  /** Copies all contents; a source that is missing has none. */
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
    try {
      Files.copy(file, target.resolve(source.relativize(file)));
    } catch (NoSuchFileException e) {
      return visitFileFailed(file, e);
    }
    return FileVisitResult.CONTINUE;
  }

  @Override
  public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
    if (e instanceof NoSuchFileException && Files.notExists(file)) {
      return FileVisitResult.CONTINUE;
    }
    throw e;
  }
}
