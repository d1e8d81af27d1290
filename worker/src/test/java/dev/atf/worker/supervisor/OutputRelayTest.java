package dev.atf.worker.supervisor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import org.junit.jupiter.api.Tag;
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
  @Tag("T23")
  void controlCharactersDoNotReachTheTerminal() {
    var to = new ByteArrayOutputStream();
    var lines = new ArrayList<String>();
    var from = "\tat A\u001b[2Jb\n".getBytes(StandardCharsets.UTF_8);

    OutputRelay.relay(
        "a/0",
        new ByteArrayInputStream(from),
        new PrintStream(to, true, StandardCharsets.UTF_8),
        lines::add);

    assertThat(to.toString(StandardCharsets.UTF_8).lines())
        .containsExactly("[a/0] \tat A\uFFFD[2Jb");
    assertThat(lines).hasSize(1);
  }

  @Test
  void aLogLineThatIsADocumentStaysOne() {
    assertThat(OutputRelay.prefixed("resize/0", "{\"at\":\"now\",\"message\":\"done\"}"))
        .isEqualTo("{\"executor\":\"resize/0\",\"at\":\"now\",\"message\":\"done\"}");
  }
}
