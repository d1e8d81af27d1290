package dev.atf.e2e.published;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.e2e.documents.Project;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A user's project: it has the published artifacts and nothing else of this one, and in a few lines
 * it schedules, handles and tests a lambda.
 */
@Tag("system")
final class OutsideProjectTest {
  private static final int LINES_MAX = 60;
  private static final Path SOURCES = Project.ROOT.resolve("lab/e2e/src/test/outside");

  @TempDir Path directory;

  private static List<Path> sources(String suffix) throws IOException {
    try (Stream<Path> files = Files.walk(SOURCES)) {
      return files.filter(file -> file.toString().endsWith(suffix)).toList();
    }
  }

  private static long lines(Path file) {
    try (var lines = Files.lines(file)) {
      return lines.count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Path copied() throws IOException {
    var project = directory.resolve("shop");
    for (var file : sources("")) {
      if (Files.isRegularFile(file)) {
        var copy = project.resolve(SOURCES.relativize(file).toString());
        Files.createDirectories(copy.getParent());
        var text = Files.readString(file).replace("@atf.version@", PublishedArtifacts.version());
        Files.writeString(copy, text);
      }
    }
    return project;
  }

  @Test
  void aProjectOfItsOwnSchedulesHandlesAndTestsALambda() throws Exception {
    var project = copied();

    var build =
        MavenBuild.of(
            project,
            "-Dmaven.repo.local=" + PublishedArtifacts.repository(),
            // Libraries of others alone: ours are in the repository before it.
            "-Dmaven.repo.local.tail=" + System.getProperty("atf.repository"),
            "-Dmaven.repo.local.tail.ignoreAvailability=true",
            "test");

    assertThat(build.succeeded()).as(build.output()).isTrue();
    assertThat(
            Files.readString(project.resolve("target/surefire-reports/shop.ConfirmationsTest.txt")))
        .contains("Tests run: 1, Failures: 0, Errors: 0, Skipped: 0");
  }

  @Test
  void userCodeIsShort() throws Exception {
    var files = sources(".java");

    assertThat(files).hasSize(2);
    assertThat(files.stream().mapToLong(OutsideProjectTest::lines).sum()).isLessThan(LINES_MAX);
  }
}
