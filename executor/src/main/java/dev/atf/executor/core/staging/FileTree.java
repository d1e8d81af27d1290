package dev.atf.executor.core.staging;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import org.jspecify.annotations.Nullable;

/** Removal of a directory with all that is in it. Links are removed, and not followed. */
final class FileTree {
  private FileTree() {}

  static void remove(Path directory) throws IOException {
    if (Files.exists(directory, LinkOption.NOFOLLOW_LINKS)) {
      Files.walkFileTree(directory, new Removal());
    }
  }

  private static final class Removal extends SimpleFileVisitor<Path> {
    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      Files.deleteIfExists(file);
      return FileVisitResult.CONTINUE;
    }

    /** Tries once more with a directory that its handler has closed; the next failure is told. */
    @Override
    public FileVisitResult visitFileFailed(Path file, IOException error) throws IOException {
      if (error instanceof NoSuchFileException) {
        return FileVisitResult.CONTINUE;
      }
      if (!Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS) || Files.isReadable(file)) {
        throw error;
      }
      open(file);
      remove(file);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes)
        throws IOException {
      if (!Files.isWritable(directory) || !Files.isExecutable(directory)) {
        open(directory);
      }
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException error)
        throws IOException {
      if (error != null) {
        throw error;
      }
      Files.deleteIfExists(directory);
      return FileVisitResult.CONTINUE;
    }

    private static void open(Path directory) throws IOException {
      Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx------"));
    }
  }
}
