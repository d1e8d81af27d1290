package dev.atf.worker.supervisor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Optional;

/**
 * File whose modification requests a rolling restart: {@code touch FILE}. It need not exist yet.
 */
final class RestartFile {
  private final Path file;
  private Optional<FileTime> seen;

  RestartFile(Path file) {
    this.file = file;
    this.seen = touchedAt();
  }

  /** Returns whether it was touched since the last call. Its removal requests nothing. */
  boolean isTouched() {
    var before = seen;
    seen = touchedAt();
    return seen.isPresent() && !seen.equals(before);
  }

  private Optional<FileTime> touchedAt() {
    try {
      return Optional.of(Files.getLastModifiedTime(file));
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
