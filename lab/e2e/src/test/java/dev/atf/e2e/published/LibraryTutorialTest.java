package dev.atf.e2e.published;

import dev.atf.e2e.documents.Checkout;
import dev.atf.e2e.documents.MarkdownDocument;
import dev.atf.e2e.documents.Walk;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Follows {@code docs/library.md} word by word, as {@link TutorialTest} does its page. */
@Tag("system")
@EnabledOnOs({OS.LINUX, OS.MAC})
final class LibraryTutorialTest {
  @TempDir private Path directory;
  @TempDir private Path scratch;

  @Test
  void leadsFromAnEmptyDirectoryToAProgramWithTheFrameworkInside() throws Exception {
    var checkout = new Checkout(Files.createDirectory(directory.resolve("atf")));
    checkout.place("mvnw", TutorialTest.maven());
    var environment = checkout.environment();
    environment.putAll(
        Map.of(
            "REPOSITORY", PublishedArtifacts.repository().toString(),
            "LIBRARIES", Objects.requireNonNull(System.getProperty("atf.repository"))));

    try (var walk = new Walk(checkout.directory(), environment, scratch)) {
      walk.follow(MarkdownDocument.of("docs/library.md"));
    }
  }
}
