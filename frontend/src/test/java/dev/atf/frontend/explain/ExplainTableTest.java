package dev.atf.frontend.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.frontend.reason.ExplainCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Checks that {@code docs/explain.md} agrees with {@link ExplainCode}, and can rewrite it. */
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

            | Command | Call | Explains |
            |---|---|---|
            | `./atf explain TASK` | `GET /v1/tasks/{taskId}:explain` (ExplainTask) | why a task is in its state |
            | `./atf job explain LAMBDA JOB` | `GET /v1/lambdas/{lambda}/jobs/{job}:explain` (ExplainJob) | what a job waits for |
            | `./atf periodic explain LAMBDA NAME` | `GET /v1/lambdas/{lambda}/periodic/{name}:explain` | why a periodic task does not fire or run |

            The answer has a `summary` of one sentence and a list of `reasons`, the most important first.
            Its figures are some seconds old. Words in capitals, such as TASK, are placeholders.

            | Code | What it means | What ends it |
            |---|---|---|
            """);
    for (var code : ExplainCode.values()) {
      text.append("| `%s` | %s | %s |\n".formatted(code, code.meaning(), code.remedy()));
    }
    return text.toString();
  }

  /** Returns the directory of the whole project, which contains the wrapper. */
  private static Path root() {
    var directory = Path.of("").toAbsolutePath();
    while (!Files.exists(directory.resolve("mvnw"))) {
      directory = Objects.requireNonNull(directory.getParent());
    }
    return directory;
  }
}
