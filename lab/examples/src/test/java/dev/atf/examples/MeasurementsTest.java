package dev.atf.examples;

import static dev.atf.testkit.AtfAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.client.TaskSnapshot;
import dev.atf.client.TaskSpec;
import dev.atf.examples.Measurements.Celsius;
import dev.atf.testkit.AtfExtension;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class MeasurementsTest {
  @RegisterExtension final AtfExtension atf = AtfExtension.serving(Measurements::addTo);

  private TaskSnapshot run(TaskSpec spec) {
    return atf.runUntilFinished(atf.client().schedule(spec).taskId());
  }

  @Test
  void payloadsAreReadAsWhatTheHandlerTakes() {
    assertThat(run(TaskSpec.of("one", new Celsius(0)))).hasResult(273.15);
    assertThat(run(TaskSpec.of("many", Map.of("roof", new Celsius(1), "cellar", new Celsius(2)))))
        .hasResult(2);
    assertThat(run(TaskSpec.of("tree", Map.of("unit", "kelvin")))).hasResult("kelvin");
    var bytes = new byte[] {1, 2, 3};
    assertThat(run(TaskSpec.ofBytes("raw", bytes, "image/png")).resultAs(byte[].class))
        .isEqualTo(bytes);
  }

  @Test
  void invalidPayloadFailsFatallyAndNamesTheField() {
    var task = run(TaskSpec.of("one", Map.of("degrees", -300)));

    assertThat(task).isDead().hasFailureCode("PAYLOAD_UNREADABLE");
    assertThat(task.task().getFailure().getMessage()).contains("degrees");
  }
}
