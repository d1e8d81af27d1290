package dev.atf.testkit;

import static dev.atf.testkit.AtfAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.client.AtfClient;
import dev.atf.client.TaskSpec;
import dev.atf.executor.Outcome;
import dev.atf.executor.TaskContext;
import dev.atf.executor.TaskHandler;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Example of {@link AtfExtension}'s documentation and of the READMEs, word by word. */
final class JavadocExampleTest {
  private static final Path HERE = Path.of("src/test/java/dev/atf/testkit/JavadocExampleTest.java");
  private static final Path THERE = Path.of("src/main/java/dev/atf/testkit/AtfExtension.java");

  record Resize(String image, int width) {}

  record Resized(String image, int width) {}

  static final class ResizeHandler implements TaskHandler<Resize> {
    @Override
    public Outcome handle(Resize resize, TaskContext context) {
      return Outcome.success(new Resized(resize.image(), resize.width()));
    }
  }

  record Gallery(AtfClient atf) {
    void resizeLater(String image) {
      var unused =
          atf.schedule(
              TaskSpec.of("resize-image", new Resize(image, 200)).delay(Duration.ofHours(1)));
    }
  }

  // example begins
  @RegisterExtension
  final AtfExtension atf =
      AtfExtension.serving(
          worker -> worker.handle("resize-image", Resize.class, new ResizeHandler()));

  @Test
  void aPictureIsResizedAnHourLater() {
    new Gallery(atf.client()).resizeLater("cat.png");

    atf.clock().advance(Duration.ofHours(1));
    atf.runDueTasks();

    assertThat(atf.onlyTask("resize-image")).hasSucceeded().hasResult(new Resized("cat.png", 200));
  }

  // example ends

  @Test
  void theExampleOfTheDocumentationIsTheOneThatRuns() throws Exception {
    var source = Files.readString(HERE);
    var begin = "// example begins\n";
    var example =
        source
            .substring(
                source.indexOf(begin) + begin.length(), source.indexOf("\n  // example ends"))
            .stripTrailing()
            .stripIndent()
            .strip();
    var documentation =
        Files.readString(THERE)
            .lines()
            .map(String::strip)
            .filter(line -> line.startsWith("*"))
            .map(line -> line.replaceFirst("^\\* ?", ""))
            .collect(Collectors.joining("\n"));

    assertThat(example.lines().count()).isBetween(10L, 20L);
    assertThat(documentation).contains(example);
    assertThat(Files.readString(Path.of("README.md"))).contains(example);
    assertThat(Files.readString(Path.of("../../README.md"))).contains(example);
  }
}
