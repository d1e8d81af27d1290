package dev.atf.runtime.logs;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.context.Context;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Log lines for programs. */
final class JsonLinesTest {
  private final LoggerContext context = new LoggerContext();

  @Test
  void idsInMessagesBecomeFields() throws Exception {
    var line = line("taskId={} was pushed {} times, lambda={}", null, "0a1b", 3, "resize");

    assertThat(line.path("message").asText())
        .isEqualTo("taskId=0a1b was pushed 3 times, lambda=resize");
    assertThat(line.path("ids").path("taskId").asText()).isEqualTo("0a1b");
    assertThat(line.path("ids").path("lambda").asText()).isEqualTo("resize");
    assertThat(line.path("ids")).hasSize(2);
    assertThat(line.path("level").asText()).isEqualTo("WARN");
    assertThat(line.path("logger").asText()).isEqualTo("dev.atf.Some");
    assertThat(line.path("at").asText()).isEqualTo("2026-03-01T12:00:00.123Z");
  }

  @Test
  void aLineIsOneLineWhateverItSaysAndWhateverFailed() throws Exception {
    var line = line("a\nb \"quoted\" {}", new IllegalStateException("why"), "x");

    assertThat(line.path("message").asText()).isEqualTo("a\nb \"quoted\" x");
    assertThat(line.path("error").asText()).contains("IllegalStateException: why", "\tat ");
    assertThat(line.has("ids")).isFalse();
    assertThat(line("nothing to fill in", null).has("ids")).isFalse();
  }

  @Test
  void linesLoggedInASpanCarryItsIds() throws Exception {
    var span =
        SpanContext.create(
            "4bf92f3577b34da6a3ce929d0e0e4736",
            "00f067aa0ba902b7",
            TraceFlags.getSampled(),
            TraceState.getDefault());

    var line =
        Context.root().with(Span.wrap(span)).wrap(() -> line("taskId={}", null, "0a1b")).call();

    assertThat(line.path("ids").path("traceId").asText()).isEqualTo(span.getTraceId());
    assertThat(line.path("ids").path("spanId").asText()).isEqualTo(span.getSpanId());
    assertThat(line.path("ids").path("taskId").asText()).isEqualTo("0a1b");
    assertThat(line("taskId={}", null, "0a1b").path("ids")).hasSize(1);
  }

  private JsonNode line(String message, @Nullable Throwable thrown, Object... arguments)
      throws Exception {
    var event =
        new LoggingEvent(
            "x", context.getLogger("dev.atf.Some"), Level.WARN, message, thrown, arguments);
    event.setInstant(Instant.parse("2026-03-01T12:00:00.123Z"));
    var encoded = new String(new JsonLines().encode(event), StandardCharsets.UTF_8);
    assertThat(encoded.lines()).hasSize(1);
    assertThat(encoded).endsWith("\n");
    return new ObjectMapper().readTree(encoded);
  }
}
