package dev.atf.cli.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.Message;
import dev.atf.protocol.v1.PatchInputRequest;
import dev.atf.protocol.v1.PeriodicTask;
import dev.atf.protocol.v1.ResubmitTaskRequest;
import dev.atf.protocol.v1.ScheduleRequest;
import java.util.List;
import org.junit.jupiter.api.Test;

final class JsonInputTest {
  private static final String LONG_ID = "{\"id\":9007199254740993,\"x\":1.10}";

  private static <B extends Message.Builder> B payload(String json, B request) {
    new JsonInput("--payload", json).payloadOf(request);
    return request;
  }

  @Test
  void payloadThatAValueWouldChangeIsSentAsItIs() {
    var request = payload(LONG_ID, ScheduleRequest.newBuilder());

    assertThat(request.hasJson()).isFalse();
    assertThat(request.getData().toStringUtf8()).isEqualTo(LONG_ID);
    assertThat(request.getContentType()).isEqualTo("application/json");
  }

  @Test
  void anyOtherPayloadIsSentAsJson() {
    for (var json : List.of("null", "1.10", "{\"a\":[9007199254740992,\"ü\"]}")) {
      var request = payload(json, ScheduleRequest.newBuilder());

      assertThat(request.hasJson()).as(json).isTrue();
      assertThat(request.getContentType()).isEmpty();
    }
  }

  @Test
  void eachRequestWithAPayloadTakesIt() {
    assertThat(payload(LONG_ID, PeriodicTask.newBuilder()).hasData()).isTrue();
    assertThat(payload(LONG_ID, ResubmitTaskRequest.newBuilder()).hasData()).isTrue();
    assertThat(payload(LONG_ID, PatchInputRequest.newBuilder()).hasData()).isTrue();
    assertThat(payload("1", PatchInputRequest.newBuilder()).hasJson()).isTrue();
  }

  @Test
  void valueThatHasNoOtherFormIsRefusedRatherThanChanged() {
    assertThat(new JsonInput("--context", "1.10").value().getNumberValue()).isEqualTo(1.1);
    assertThatThrownBy(() -> new JsonInput("--context", LONG_ID).value())
        .hasMessage(
            "--context: a number that no double holds (expected: others, or a text for it)");
  }

  @Test
  void whatIsNoJsonIsRefused() {
    for (var json : List.of("{a:1}", "1,2", "1e999", "")) {
      assertThatThrownBy(() -> payload(json, ScheduleRequest.newBuilder()))
          .isInstanceOf(CommandFailedException.class)
          .hasMessageStartingWith("--payload: ");
    }
  }
}
