package dev.atf.e2e.support;

import dev.atf.testtime.MeasuredPace;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * Gives the processes that tests start an archive of classes, as {@code ./atf} gives it to its own
 * (ADR 0063): half of the processor time of a short process is spent on loading classes.
 *
 * <p>An archive fits the first jars of a class path. Therefore the jars of {@code ./atf} come first
 * in the class path of this JVM's children, and everything else follows. JUnit calls this before
 * the first test; the POM names the archive in the levels that start many processes.
 */
public final class ArchivedChildren implements LauncherSessionListener {
  private static final String OPTION = "-XX:SharedArchiveFile=";
  private static final List<String> OPTIONS =
      List.of(OPTION, "-XX:+UnlockDiagnosticVMOptions", "-XX:ArchiveRelocationMode=", "-Xlog:");

  private static final Path OWN_CLASSES = Path.of("target", "classes").toAbsolutePath();
  private static final Path RIGS = Path.of("..", "rigs").toAbsolutePath().normalize();

  @Override
  public void launcherSessionOpened(LauncherSession session) {
    // Before this JVM and the processes of its tests make the machine slow.
    var unused = MeasuredPace.get();
    var own = List.of(System.getProperty("java.class.path").split(File.pathSeparator, -1));
    if (archive().isEmpty() || own.stream().anyMatch(ArchivedChildren::isOfAnUnpackagedModule)) {
      return;
    }
    try {
      var jars = distribution();
      System.setProperty("java.class.path", joined(Stream.concat(jars.stream(), own.stream())));
      if (isOlder(archive().get(), jars)) {
        makeArchive(archive().get(), joined(jars.stream()));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** In the phase "test" the classes of modules are in directories, newer than the jars. */
  private static boolean isOfAnUnpackagedModule(String entry) {
    return entry.endsWith("target/classes") && !Path.of(entry).equals(OWN_CLASSES);
  }

  private static Optional<Path> archive() {
    return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(option -> option.startsWith(OPTION))
        .map(option -> Path.of(option.substring(OPTION.length())))
        .findFirst();
  }

  /** Returns the jars of {@code ./atf} in the order that an archive needs. */
  private static List<String> distribution() throws IOException {
    try (var files = Files.list(RIGS.resolve("target").resolve("atf"))) {
      return files
          .map(Path::toString)
          .filter(file -> file.endsWith(".jar"))
          // The manifest of DynamoDB Local names a directory, which an archive refuses.
          .sorted(
              Comparator.comparing((String file) -> file.contains("DynamoDBLocal-"))
                  .thenComparing(Comparator.naturalOrder()))
          .toList();
    }
  }

  /** Returns the options of a JVM that uses the archive; none where the POM names no archive. */
  public static List<String> options() {
    return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(option -> OPTIONS.stream().anyMatch(option::startsWith))
        .toList();
  }

  private static boolean isOlder(Path archive, List<String> jars) throws IOException {
    if (!Files.exists(archive)) {
      return true;
    }
    var made = Files.getLastModifiedTime(archive);
    for (var jar : jars) {
      if (Files.getLastModifiedTime(Path.of(jar)).compareTo(made) >= 0) {
        return true;
      }
    }
    return false;
  }

  /** Returns a class path without the jars that come a second time. */
  private static String joined(Stream<String> entries) {
    var byName = new LinkedHashMap<String, String>();
    entries.forEach(
        entry -> byName.putIfAbsent(entry.endsWith(".jar") ? nameOf(entry) : entry, entry));
    return byName.values().stream().collect(Collectors.joining(File.pathSeparator));
  }

  private static String nameOf(String jar) {
    return jar.substring(jar.lastIndexOf(File.separatorChar) + 1);
  }

  /** A JVM that finds no archive, or one that does not fit, starts without it. */
  private static void makeArchive(Path archive, String classPath) throws IOException {
    var java = ProcessHandle.current().info().command().orElse("java");
    var log = Path.of("target", "archive-classes.log").toFile();
    try {
      new ProcessBuilder(
              RIGS.resolve("archive-classes").toString(),
              java,
              classPath,
              archive.toString(),
              "embedded",
              "dynamodb-local")
          .redirectErrorStream(true)
          .redirectOutput(log)
          .start()
          .waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
