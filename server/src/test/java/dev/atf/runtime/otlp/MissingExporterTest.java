package dev.atf.runtime.otlp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.runtime.ProcessName;
import dev.atf.runtime.UsersClassPath;
import dev.atf.runtime.config.ConfigException;
import dev.atf.runtime.process.ServiceInstruments;
import dev.atf.runtime.tracing.TracingConfig;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

/** Tests a program that has this library, and OpenTelemetry's API alone (ADR 0095). */
final class MissingExporterTest {
  /** Tracing by the instruments, in the loader of a user's program; public for that loader. */
  public static final class UsersProgram implements Callable<String> {
    @Override
    public String call() {
      var traced = new TracingConfig("http://127.0.0.1:4318", 1, Duration.ofSeconds(5));
      var name = new ProcessName("host", 7);
      var instruments = new ServiceInstruments();

      try (var off = instruments.tracing("atf-test", TracingConfig.OFF, name);
          var on = instruments.tracing("atf-test", traced, name)) {
        return "traces: " + off.isOn() + ", " + on.isOn();
      } catch (ConfigException e) {
        return e.getMessage();
      }
    }
  }

  @Test
  void endpointWithoutExporterIsRefusedWithTheLibrariesToAdd() throws Exception {
    assertThat(UsersClassPath.without("opentelemetry-(sdk|exporter).*", UsersProgram.class))
        .isEqualTo(
            "tracing.otlpEndpoint: http://127.0.0.1:4318 (expected: opentelemetry-sdk,"
                + " opentelemetry-exporter-otlp and opentelemetry-exporter-sender-jdk on the class"
                + " path, or no such setting)");
  }
}
