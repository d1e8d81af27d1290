package dev.atf.executor.core.staging;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;

/** Space of the file system that a directory is on, or will be created on. */
public interface DiskSpace {
  /** Returns the space of the real file systems. */
  static DiskSpace system() {
    return new DiskSpace() {
      @Override
      public long usableBytes(Path directory) throws IOException {
        return store(directory).getUsableSpace();
      }

      @Override
      public long totalBytes(Path directory) throws IOException {
        return store(directory).getTotalSpace();
      }
    };
  }

  /** Returns the bytes that this process may still write. */
  long usableBytes(Path directory) throws IOException;

  /** Returns the size of the file system. */
  long totalBytes(Path directory) throws IOException;

  private static FileStore store(Path directory) throws IOException {
    var existing = directory.toAbsolutePath();
    while (!Files.exists(existing) && existing.getParent() != null) {
      existing = existing.getParent();
    }
    return Files.getFileStore(existing);
  }
}
