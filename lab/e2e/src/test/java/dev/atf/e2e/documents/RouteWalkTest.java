package dev.atf.e2e.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Follows the instructions of {@code docs/routes.md} for long jobs apart. */
@Tag("system")
@EnabledOnOs({OS.LINUX, OS.MAC})
final class RouteWalkTest {
  @TempDir private Path directory;
  @TempDir private Path scratch;

  @Test
  void longJobsGoToALambdaOfTheirOwn() throws Exception {
    var steps =
        MarkdownDocument.of("docs/routes.md")
            .between("<!-- step by step: RouteWalkTest -->", "<!-- end of step by step -->");
    var checkout = new Checkout(directory);

    try (var walk = new Walk(directory, checkout.environment(), scratch)) {
      var said = walk.follow(steps);

      assertThat(said)
          .contains("route render, rule long-jobs (version 1) chose lambda render-long")
          .contains("lambda render-long is named by route render");
    }
  }
}
