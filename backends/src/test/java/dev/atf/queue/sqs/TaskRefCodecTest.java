package dev.atf.queue.sqs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.TaskId;
import dev.atf.model.TaskRef;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TaskRefCodecTest {
  private static final TaskRef REF = new TaskRef(new TaskId("0123456789abcdef".repeat(2)), 7);

  @Test
  @Tag("E4.5")
  @Tag("T13")
  void aReferenceIsASmallDocument() {
    assertThat(TaskRefCodec.write(REF))
        .isEqualTo("{\"t\":\"0123456789abcdef0123456789abcdef\",\"e\":7}");
  }

  @Test
  void readsWhatItWrote() {
    assertThat(TaskRefCodec.read(TaskRefCodec.write(REF))).contains(REF);
  }

  @Test
  void ignoresUnknownFields() {
    var body = "{\"t\":\"0123456789abcdef0123456789abcdef\",\"e\":7,\"x\":{\"y\":1}}";

    assertThat(TaskRefCodec.read(body)).contains(REF);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "hello",
        "null",
        "[]",
        "7",
        "{}",
        "{\"t\":\"0123456789abcdef0123456789abcdef\"}",
        "{\"e\":7}",
        "{\"t\":7,\"e\":7}",
        "{\"t\":\"0123456789ABCDEF0123456789ABCDEF\",\"e\":7}",
        "{\"t\":\"0123456789abcdef0123456789abcdef\",\"e\":\"7\"}",
        "{\"t\":\"0123456789abcdef0123456789abcdef\",\"e\":7.0}",
        "{\"t\":\"0123456789abcdef0123456789abcdef\",\"e\":0}",
        "{\"t\":\"0123456789abcdef0123456789abcdef\",\"e\":9223372036854775808}",
        "{\"t\":\"0123456789abcdef0123456789abcdef\",\"e\":7} trailing",
        "{\"t\":\"0123456789abcdef0123456789abcdef\",\"e\":7,\"e\":8}",
        "{\"t\":\"0123456789abcdef0123456789abcdef\",\"e\":7"
      })
  void anythingElseIsUnreadable(String body) {
    assertThat(TaskRefCodec.read(body)).isEmpty();
  }

  @Test
  void aBodyNestedTooDeepIsUnreadable() {
    assertThat(TaskRefCodec.read("[".repeat(100_000))).isEmpty();
  }
}
