package dev.atf.e2e.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Follows the instructions of {@code docs/operate/new-lambda.md}. */
@Tag("system")
@EnabledOnOs({OS.LINUX, OS.MAC})
final class OperatorWalkTest {
  @TempDir private Path directory;
  @TempDir private Path scratch;

  @Test
  void theCommandsTakeALambdaFromItsFileToItsTasks() throws Exception {
    var steps =
        MarkdownDocument.of("docs/operate/new-lambda.md")
            .between("<!-- step by step: OperatorWalkTest -->", "<!-- end of step by step -->");
    var checkout = new Checkout(directory);

    try (var walk = new Walk(directory, checkout.environment(), scratch)) {
      var said = walk.follow(steps);

      assertThat(said)
          .contains("would be created", "\"cat-200\"", "\"dog-200\"", "\"owl-90\"")
          .contains("PAUSED", "the disk is full", "WIDTH_INVALID");
    }
  }
}
