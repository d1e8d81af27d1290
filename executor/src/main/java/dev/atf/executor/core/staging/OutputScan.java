package dev.atf.executor.core.staging;

import dev.atf.executor.FailureCode;
import dev.atf.runtime.SystemText;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * Search of a work directory for files to store: regular files that match a pattern, except
 * unchanged resources. Links are not followed, so that no file outside of the directory is stored.
 */
final class OutputScan extends SimpleFileVisitor<Path> {
  /** Name that only a Unicode locale can encode. */
  private static final String ANY_NAME = "ü☃";

  private final WorkDirectory directory;
  private final OutputPatterns patterns;
  private final SortedMap<String, Path> found = new TreeMap<>();
  private @Nullable StagingFailedException failure;

  private OutputScan(WorkDirectory directory, OutputPatterns patterns) {
    this.directory = directory;
    this.patterns = patterns;
  }

  /**
   * Returns the files by their paths in the directory.
   *
   * @throws StagingFailedException if they are too many, too large, or have names that cannot be
   *     stored; fatal
   */
  static SortedMap<String, Path> of(WorkDirectory directory, OutputPatterns patterns)
      throws IOException, InterruptedException, StagingFailedException {
    var scan = new OutputScan(directory, patterns);
    Files.walkFileTree(directory.path(), scan);
    if (scan.failure != null) {
      throw scan.failure;
    }
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    return scan.found;
  }

  @Override
  public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
    if (Thread.currentThread().isInterrupted()) {
      return FileVisitResult.TERMINATE;
    }
    var relative = directory.path().relativize(file);
    var path =
        StreamSupport.stream(relative.spliterator(), false)
            .map(Path::toString)
            .collect(Collectors.joining("/"));
    if (attributes.isRegularFile() && !SystemText.isRead(relative)) {
      failure = unreadable(path);
      return failure == null ? FileVisitResult.CONTINUE : FileVisitResult.TERMINATE;
    }
    if (!attributes.isRegularFile()
        || directory.isUnchanged(path, attributes)
        || !patterns.matches(path)) {
      return FileVisitResult.CONTINUE;
    }
    found.put(path, file);
    failure = failure(path, attributes.size());
    return failure == null ? FileVisitResult.CONTINUE : FileVisitResult.TERMINATE;
  }

  /**
   * Returns the failure of a file whose name could not be decoded. Without a locale that decodes
   * all names, it is unknown which patterns the name matches.
   */
  private @Nullable StagingFailedException unreadable(String path) {
    if (!SystemText.ofProcess().canWrite(ANY_NAME)) {
      return StagingFailedException.localeUnsuitable("output " + path);
    }
    return patterns.matches(path)
        ? StagingFailedException.fatal(
            FailureCode.OUTPUTS_INVALID,
            "output %s: its name cannot be kept (expected: UTF-8)".formatted(path))
        : null;
  }

  private @Nullable StagingFailedException failure(String path, long bytes) {
    if (!WirePaths.isValid(path)) {
      return StagingFailedException.fatal(
          FailureCode.OUTPUTS_INVALID,
          "output %s: its name cannot be kept (expected: at most %d characters without \\ and :)"
              .formatted(path, StagingLimits.PATH_CHARS_MAX));
    }
    if (bytes > StagingLimits.FILE_BYTES_MAX) {
      return StagingFailedException.fatal(
          FailureCode.OUTPUTS_TOO_MANY,
          "output %s: %d bytes (expected: at most %d)"
              .formatted(path, bytes, StagingLimits.FILE_BYTES_MAX));
    }
    return found.size() <= StagingLimits.OUTPUT_FILES_MAX
        ? null
        : StagingFailedException.fatal(
            FailureCode.OUTPUTS_TOO_MANY,
            "outputs: more than %d files (expected: at most so many)"
                .formatted(StagingLimits.OUTPUT_FILES_MAX));
  }
}
