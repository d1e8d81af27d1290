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
            carries one of these reasons; `BadRequest` names all fields that were refused, as
            `field: value (expected: …)`; `RetryInfo` says when to come back, where that may help.
            Over HTTP the status is that of the gRPC code, and the body the same Status in JSON or,
            for callers that accept `application/problem+json`, [problem details](http.md#errors).

            SetResults answers for each attempt of a batch: there `LEASE_LOST` and `RESULT_CONFLICT`
            are verdicts in its reply, with the meaning of these rows, and the call succeeds.

            Generated from `ErrorReason`; a test fails when this page is stale.

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
