package dev.atf.store.embedded;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Comparator;
import java.util.concurrent.atomic.AtomicLong;

/** The files of an embedded store, as a crash may leave them. */
final class StoreDirectory {
  private final Path path;

  StoreDirectory(Path path) {
    this.path = path;
  }

  EmbeddedStore open() {
    return EmbeddedStore.open(path, StoreDirectory::fail);
  }

  private static void fail(String reason) {
    throw new AssertionError(reason);
  }

  /**
   * Copies the state after the death of the process: all that was given to the operating system.
   */
  StoreDirectory copyTo(Path target) throws IOException {
    try (var files = Files.walk(path)) {
      var data = files.filter(file -> !file.startsWith(path.resolve("native")));
      for (var file : data.sorted().toList()) {
        var copy = target.resolve(path.relativize(file));
        if (Files.isDirectory(file)) {
          Files.createDirectories(copy);
        } else {
          Files.copy(file, copy);
        }
      }
    }
    return new StoreDirectory(target);
  }

  /** The log that was written last. */
  Path log() throws IOException {
    return last(".log");
  }

  private Path last(String ending) throws IOException {
    try (var files = Files.list(path.resolve("rocksdb"))) {
      return files
          .filter(file -> file.toString().endsWith(ending))
          .max(Comparator.naturalOrder())
          .orElseThrow();
    }
  }

  long logLength() throws IOException {
    return Files.size(log());
  }

  void cutLog(long length) throws IOException {
    try (var file = new RandomAccessFile(log().toFile(), "rw")) {
      file.setLength(length);
    }
  }

  void damageLog(long at) throws IOException {
    damage(log(), at);
  }

  /** Damages the latest table at a percentage of its length. */
  void damageTable(int percent) throws IOException {
    var table = last(".sst");
    damage(table, Files.size(table) * percent / 100);
  }

  private static void damage(Path path, long at) throws IOException {
    try (var file = new RandomAccessFile(path.toFile(), "rw")) {
      file.seek(at);
      int octet = file.read();
      file.seek(at);
      file.write(octet ^ 0x55);
    }
  }

  /**
   * Returns the size of all files; files that the open store deletes in the meantime do not count.
   */
  long size() throws IOException {
    var size = new AtomicLong();
    Files.walkFileTree(
        path,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            size.addAndGet(attributes.size());
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
            if (e instanceof NoSuchFileException) {
              return FileVisitResult.CONTINUE;
            }
            throw e;
          }
        });
    return size.get();
  }

  void remove() throws IOException {
    try (var files = Files.walk(path)) {
      for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
