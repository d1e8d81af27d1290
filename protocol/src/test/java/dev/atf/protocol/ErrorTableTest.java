package dev.atf.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** Checks {@code docs/errors.md} against the table of errors; rewrites it when asked to. */
final class ErrorTableTest {
  @Test
  void theDocumentSaysWhatTheTableSays() throws IOException {
    var document = root().resolve("docs/errors.md");
    var rendered = render();
    if (Boolean.getBoolean("atf.docs.update")) {
      Files.createDirectories(document.getParent());
      Files.writeString(document, rendered);
    }

    assertThat(document)
        .describedAs("stale: run ./mvnw -pl protocol test -Datf.docs.update=true")
        .hasContent(rendered);
  }

  private static String render() {
    var text =
        new StringBuilder(
            """
            # Errors

            Every error of every call is a `google.rpc.Status`. Its `ErrorInfo` (domain `atf.dev`)
            contains one of these reasons. `BadRequest` names all refused fields, as
            `field: value (expected: …)`. `RetryInfo` says when to call again, if that may help. Over
            HTTP, the status is that of the gRPC code, and the body is the same Status in JSON, or
            [problem details](http.md#errors) for callers that accept `application/problem+json`.

            SetResults returns a verdict for each attempt of a batch. There `LEASE_LOST` and
            `RESULT_CONFLICT` are verdicts in the answer, with the meaning of these rows, and the
            call succeeds.

            This page is generated from `ErrorReason`; a test fails if it is stale.

            | Reason | gRPC status | May the same call succeed later? | Who acts |
            |---|---|---|---|
            """);
    for (var reason : ErrorReason.values()) {
      text.append(
          "| `%s` | %s | %s | %s |\n"
              .formatted(
                  reason.name(),
                  reason.status(),
                  reason.retriable() ? "yes" : "no",
                  reason.actor().name().toLowerCase(Locale.ROOT).replace('_', ' ')));
    }
    return text.toString();
  }

  /** Returns the directory of the whole project, which holds the wrapper. */
  private static Path root() {
    var directory = Path.of("").toAbsolutePath();
    while (!Files.exists(directory.resolve("mvnw"))) {
      directory = java.util.Objects.requireNonNull(directory.getParent());
    }
    return directory;
  }
}
