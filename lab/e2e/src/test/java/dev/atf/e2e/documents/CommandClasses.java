package dev.atf.e2e.documents;

import dev.atf.e2e.support.ProcessActivity;
import dev.atf.testtime.ProgressWait;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Class path of {@code ./atf} in a walk. If this build has packaged the layout that {@code ./atf}
 * runs, it is that one's, with an archive of its classes (ADR 0063), which the first walk makes:
 * most of the processor time of a walk is to load classes.
 *
 * @param archive may be missing or empty
 */
record CommandClasses(String classPath, Path archive) {
  private static final Path ARCHIVE = Project.ROOT.resolve("lab/e2e/target/walk-classes.jsa");
  private static final CommandClasses THIS_BUILD = find();

  static CommandClasses ofThisBuild() {
    return THIS_BUILD;
  }

  private static CommandClasses find() {
    var ours = System.getProperty("java.class.path");
    try {
      var layout = layout(ours);
      if (layout.isEmpty()) {
        return new CommandClasses(ours, Path.of("/dev/null"));
      }
      var classPath = classPath(layout.get());
      if (isMissing(layout.get())) {
        makeArchive(classPath);
      }
      return new CommandClasses(classPath, ARCHIVE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the directory of the jars that {@code package} makes; {@code test} makes none. */
  private static Optional<Path> layout(String classPath) {
    return Stream.of(classPath.split(File.pathSeparator, -1))
        .filter(entry -> entry.matches(".*/target/atf/atf-lab-rigs-[^/]*\\.jar"))
        .map(entry -> Objects.requireNonNull(Path.of(entry).getParent()))
        .findFirst();
  }

  /** Returns the jars in the order of {@code ./atf}: DynamoDB Local is last. */
  private static String classPath(Path layout) throws IOException {
    try (var files = Files.list(layout)) {
      return files
          .map(Path::toString)
          .filter(file -> file.endsWith(".jar"))
          .sorted(
              Comparator.comparing((String file) -> file.contains("/DynamoDBLocal-"))
                  .thenComparing(Comparator.naturalOrder()))
          .collect(Collectors.joining(File.pathSeparator));
    }
  }

  private static boolean isMissing(Path layout) throws IOException {
    if (!Files.exists(ARCHIVE)) {
      return true;
    }
    var made = Files.getLastModifiedTime(ARCHIVE);
    try (var jars = Files.list(layout)) {
      for (var jar : jars.toList()) {
        if (Files.getLastModifiedTime(jar).compareTo(made) > 0) {
          return true;
        }
      }
    }
    return false;
  }

  private static void makeArchive(String classPath) throws IOException {
    var log = Files.createTempFile("archive-classes", ".log");
    var maker =
        new ProcessBuilder(
                Project.ROOT.resolve("lab/rigs/archive-classes").toString(),
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                classPath,
                ARCHIVE.toString())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    ProgressWait.observing(
            "an archive of classes",
            () -> ProcessActivity.of(maker.toHandle()) + log.toFile().length())
        .until(() -> !maker.isAlive());
    Files.delete(log);
  }
}
