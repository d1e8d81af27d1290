package dev.atf.executor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Class path that a project inherits from this library (ADR 0054). */
final class ClassPathTest {
  /** Run-time dependencies of this module, written by the build. */
  private static final Path FILE = Path.of("target", "runtime-dependencies");

  private static final Pattern DEPENDENCY =
      Pattern.compile("([\\w.-]+):([\\w.-]+):jar:(?:([\\w.-]+):)?([\\w.-]+):(compile|runtime)$");

  private final List<Path> classPath = new ArrayList<>();

  @TempDir private Path directory;

  @BeforeEach
  void read() throws IOException {
    classPath.add(Path.of("target", "classes"));
    for (var line : Files.readAllLines(FILE)) {
      var dependency = DEPENDENCY.matcher(line);
      if (dependency.find()) {
        classPath.add(jar(dependency.toMatchResult()));
      }
    }
  }

  /** Returns the jar in Maven's repository; for a module of this build, its classes. */
  private static Path jar(MatchResult dependency) {
    var group = dependency.group(1);
    var artifact = dependency.group(2);
    var version = dependency.group(4);
    if (group.equals("dev.atf")) {
      return Path.of("..", artifact.substring("atf-".length()), "target", "classes");
    }
    var classifier = dependency.group(3) == null ? "" : "-" + dependency.group(3);
    return Path.of(System.getProperty("atf.repository"), group.split("\\."))
        .resolve(Path.of(artifact, version, artifact + "-" + version + classifier + ".jar"));
  }

  @Test
  void classPathStaysWithinItsLimits() throws Exception {
    assertThat(classPath).hasSizeGreaterThan(20).allMatch(Files::exists);
    assertThat(ClassPathLimits.violations(classPath)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "armeria-1.36.0.jar",
        "netty-common-4.2.18.Final.jar",
        "dagger-2.60.1.jar",
        "logback-classic-1.6.6.jar",
        "kotlin-stdlib-1.9.21.jar",
        "okio-jvm-3.4.0.jar",
        "opentelemetry-sdk-trace-1.63.0.jar",
        "error_prone_annotations-2.52.0.jar"
      })
  void aLibraryThatIsBannedIsFound(String jar) throws Exception {
    classPath.add(Files.createFile(directory.resolve(jar)));

    assertThat(ClassPathLimits.violations(classPath))
        .singleElement()
        .asString()
        .startsWith(jar + ": banned");
  }

  @Test
  void oneJarTooManyIsFound() throws Exception {
    while (classPath.size() <= ClassPathLimits.JARS_MAX) {
      classPath.add(Files.createFile(directory.resolve("harmless-" + classPath.size() + ".jar")));
    }

    assertThat(ClassPathLimits.violations(classPath))
        .containsExactly("31 jars (expected: at most 30)");
  }

  @Test
  void jarsThatAreTooLargeAreFound() throws Exception {
    classPath.add(
        Files.write(directory.resolve("large.jar"), new byte[(int) ClassPathLimits.BYTES_MAX]));

    assertThat(ClassPathLimits.violations(classPath))
        .singleElement()
        .asString()
        .contains("bytes of jars (expected: at most 15728640)");
  }
}
