package dev.atf.worker.supervisor;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Tests how a supervisor relays a child's output. */
final class OutputRelayTest {
  @Test
  void aLineSaysWhoPrintedIt() {
    assertThat(OutputRelay.prefixed("resize/0", "done")).isEqualTo("[resize/0] done");
    assertThat(OutputRelay.prefixed("resize/0", "{\"mine\":1}"))
        .isEqualTo("[resize/0] {\"mine\":1}");
  }

  @Test
  void aLogLineThatIsADocumentStaysOne() {
    assertThat(OutputRelay.prefixed("resize/0", "{\"at\":\"now\",\"message\":\"done\"}"))
        .isEqualTo("{\"executor\":\"resize/0\",\"at\":\"now\",\"message\":\"done\"}");
  }
}
