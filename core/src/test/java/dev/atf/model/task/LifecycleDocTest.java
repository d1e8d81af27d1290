package dev.atf.model.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Checks that the document shows the table. */
final class LifecycleDocTest {
  /** Surefire runs in the module's directory. */
  private static final Path PAGE = Path.of("..", "docs", "lifecycle.md");

  @Test
  void thePageIsWhatTheTableSays() throws IOException {
    if (Boolean.getBoolean("atf.docs.update")) {
      Files.createDirectories(PAGE.getParent());
      Files.writeString(PAGE, LifecycleDocument.text());
    }

    assertThat(PAGE)
        .as(
            "docs/lifecycle.md is stale; make it again with:"
                + " ./mvnw -pl core test -Dtest=LifecycleDocTest -Datf.docs.update=true")
        .exists()
        .hasContent(LifecycleDocument.text());
  }
}
