package dev.atf.e2e.published;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.e2e.documents.Project;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that a checked build refuses what {@code ./atf} has compiled without Error Prone, with a
 * module whose only class has an error that NullAway finds.
 */
@Tag("system")
final class UncheckedBuildTest {
  @TempDir private Path module;

  @Test
  void aCheckedBuildCompilesUncheckedClassesAgain() throws Exception {
    write(
        "pom.xml",
        """
        <project xmlns="http://maven.apache.org/POM/4.0.0">
          <modelVersion>4.0.0</modelVersion>
          <parent>
            <groupId>dev.atf</groupId>
            <artifactId>atf</artifactId>
            <version>%s</version>
            <relativePath>%s</relativePath>
          </parent>
          <artifactId>planted</artifactId>
        </project>
        """
            .formatted(PublishedArtifacts.version(), Project.ROOT.resolve("pom.xml")));
    write(
        "src/main/java/planted/Planted.java",
        """
        package planted;

        import org.jspecify.annotations.NullMarked;
        import org.jspecify.annotations.Nullable;

        @NullMarked
        interface Planted {
          static int length(@Nullable String text) {
            return text.length();
          }
        }
        """);
    write(".mvn/jvm.config", Project.document(".mvn/jvm.config"));
    write("target/unchecked", "");

    var unchecked = compile("-Datf.unchecked");
    assertThat(unchecked.succeeded()).as(unchecked.output()).isTrue();
    assertThat(module.resolve("target/classes/planted/Planted.class")).exists();

    assertThat(compile().output()).contains("[NullAway]", "BUILD FAILURE");
    assertThat(compile().output()).as("again").contains("[NullAway]", "BUILD FAILURE");
  }

  private MavenBuild compile(String... options) throws IOException {
    var words = new ArrayList<>(List.of(options));
    words.addAll(
        List.of(
            "-Dmaven.repo.local=" + System.getProperty("atf.repository"),
            "-Denforcer.skip",
            "-Dforbiddenapis.skip",
            "-Dspotless.check.skip",
            "compile"));
    return MavenBuild.of(module, words.toArray(String[]::new));
  }

  private void write(String file, String text) throws IOException {
    var path = module.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }
}
