package dev.atf.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
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

            Every error is a `google.rpc.Status`, over HTTP [as JSON](http.md#errors):

            | detail | contains |
            |---|---|
            | `ErrorInfo` (domain `atf.dev`) | one of the reasons below |
            | `BadRequest` | all refused fields, as `field: value (expected: …)` |
            | `RetryInfo` | when to call again, if that may help |

            A successful SetResults may return `LEASE_LOST` or `RESULT_CONFLICT` as the verdict of an
            attempt. `ErrorReason` generates this page.

            | Reasons | gRPC status | May the same call succeed later? | Who acts |
            |---|---|---|---|
            """);
    var rows = new LinkedHashMap<String, List<String>>();
    for (var reason : ErrorReason.values()) {
      var row =
          "%s | %s | %s"
              .formatted(
                  reason.status(),
                  reason.retriable() ? "yes" : "no",
                  reason.actor().name().toLowerCase(Locale.ROOT).replace('_', ' '));
      rows.computeIfAbsent(row, none -> new ArrayList<>()).add("`" + reason.name() + "`");
    }
    rows.forEach(
        (row, reasons) -> text.append("| %s | %s |\n".formatted(String.join(", ", reasons), row)));
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
