package dev.atf.frontend.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.frontend.reason.ExplainCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Keeps {@code docs/explain.md} as {@link ExplainCode} says; rewrites it when asked to. */
final class ExplainTableTest {
  @Test
  void theDocumentSaysWhatTheCodesSay() throws IOException {
    var document = root().resolve("docs/explain.md");
    var rendered = render();
    if (Boolean.getBoolean("atf.docs.update")) {
      Files.writeString(document, rendered);
    }

    assertThat(document)
        .describedAs(
            "stale: run ./mvnw -pl frontend -am test -Dtest=ExplainTableTest"
                + " -Dsurefire.failIfNoSpecifiedTests=false -Datf.docs.update=true")
        .hasContent(rendered);
  }

  private static String render() {
    var text =
        new StringBuilder(
            """
            # Why a task is not running

            `GET /v1/tasks/{taskId}:explain` (ExplainTask) answers with one sentence, `summary`, and
            with `reasons`: what matters most first, each with a `code` of this page, a `message`
            with numbers, `since` when, and `until` when it goes by itself, where that is known, and
            a `remedy`: what ends it, with the command that does it. Several can hold at once: a task
            can be paused, without workers, and near its deadline.

            `GET /v1/lambdas/{lambda}/jobs/{job}:explain` (ExplainJob, `./atf job explain`) and
            `GET /v1/lambdas/{lambda}/periodic/{name}:explain` (`./atf periodic explain`) say in the
            same form what a job waits for, and why a periodic task does not fire or run.

            The figures are those of the moment: the index may be seconds behind, queues tell their
            depth roughly, and controllers and store consumers say every few seconds what they do.
            They are for people; nothing in the framework decides by them.

            Generated from `ExplainCode`; a test fails when this page is stale.

            In the last column LAMBDA, TASK and other words in capitals are placeholders; answers have
            the names.

            | Code | What it means | What ends it |
            |---|---|---|
            """);
    for (var code : ExplainCode.values()) {
      text.append("| `%s` | %s | %s |\n".formatted(code, code.meaning(), code.remedy()));
    }
    return text.toString();
  }

  /** The directory of the whole project: the one that holds the wrapper. */
  private static Path root() {
    var directory = Path.of("").toAbsolutePath();
    while (!Files.exists(directory.resolve("mvnw"))) {
      directory = Objects.requireNonNull(directory.getParent());
    }
    return directory;
  }
}
