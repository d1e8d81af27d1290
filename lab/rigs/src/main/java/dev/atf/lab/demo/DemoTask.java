package dev.atf.lab.demo;

import com.google.protobuf.Duration;
import com.google.protobuf.ListValue;
import com.google.protobuf.Struct;
import com.google.protobuf.Value;
import dev.atf.protocol.v1.ScheduleRequest;
import java.nio.file.Path;
import java.util.List;

/** One file to digest, as a task of the lambda {@code command}. */
record DemoTask(int index, Path file) {
  private static final List<String> PRIORITIES = List.of("high", "normal", "low");

  /**
   * Returns a request with one of three priorities; a third of them is delayed by 1 to 10 seconds.
   */
  ScheduleRequest request() {
    var request =
        ScheduleRequest.newBuilder()
            .setLambda("command")
            .setPriority(priority())
            .setJson(payload());
    if (delaySeconds() > 0) {
      request.setDelay(Duration.newBuilder().setSeconds(delaySeconds()));
    }
    return request.build();
  }

  String priority() {
    return PRIORITIES.get(index % PRIORITIES.size());
  }

  int delaySeconds() {
    return index / PRIORITIES.size() % 3 == 0 ? 1 + index % 10 : 0;
  }

  private Value payload() {
    var argv = ListValue.newBuilder().addValues(text("sha256sum")).addValues(text(file.toString()));
    return Value.newBuilder()
        .setStructValue(
            Struct.newBuilder().putFields("argv", Value.newBuilder().setListValue(argv).build()))
        .build();
  }

  private static Value text(String value) {
    return Value.newBuilder().setStringValue(value).build();
  }
}
