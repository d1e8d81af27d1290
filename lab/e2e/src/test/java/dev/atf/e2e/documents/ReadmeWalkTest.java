package dev.atf.e2e.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Executes every block of {@code README.md}, with nothing but a clone. Pieces of Java are those of
 * tests; {@code ./mvnw verify} includes this test; and the picture, which cannot be executed, says
 * only what {@code ARCHITECTURE.md} says.
 */
@Tag("system")
@EnabledOnOs({OS.LINUX, OS.MAC})
final class ReadmeWalkTest {
  private static final Pattern WORD = Pattern.compile("[A-Za-z][A-Za-z-]+");

  @TempDir private Path directory;
  @TempDir private Path scratch;

  @Test
  void everyBlockIsExecuted() throws Exception {
    assumeThat(Objects.requireNonNull(System.getenv("PATH")).split(":", -1))
        .as("curl")
        .anyMatch(place -> Files.isExecutable(Path.of(place, "curl")));
    var checkout = new Checkout(directory);
    checkout.place("mvnw", "#!/usr/bin/env bash\n[ \"$*\" = verify ]\n");
    filesToDigest();

    try (var walk =
        new Walk(directory, checkout.environment(), scratch)
            .after(
                "curl() { command curl -sS --fail-with-body \"${@//localhost:8080/127.0.0.1:%d}\"; }"
                    .formatted(checkout.port()))
            .reading("java", ReadmeWalkTest::assertTested)
            .reading("", ReadmeWalkTest::assertNamedInArchitecture)) {
      var said = walk.follow(MarkdownDocument.of("README.md"));

      assertThat(said).contains("all right", "killed            1", "NOT_DUE_YET");
    }
  }

  /**
   * Creates the files that {@code ./atf demo} digests in this clone, enough to kill an executor
   * amid them.
   */
  private void filesToDigest() throws IOException {
    for (int i = 0; i < 400; i++) {
      Files.writeString(directory.resolve("file-" + i), "this is file " + i);
    }
  }

  private static void assertTested(FencedBlock block) {
    if (block.file().isEmpty()) {
      assertThat(TestedExamples.all())
          .as("README.md:%d is a piece of a test", block.line())
          .contains(block.text());
    }
  }

  private static void assertNamedInArchitecture(FencedBlock picture) {
    var architecture = Project.document("ARCHITECTURE.md").toLowerCase(Locale.ROOT);

    assertThat(WORD.matcher(picture.text()).results().map(MatchResult::group))
        .isNotEmpty()
        .allMatch(word -> architecture.contains(word.toLowerCase(Locale.ROOT)));
  }
}
