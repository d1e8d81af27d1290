package dev.atf.frontend.http;

import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpResponseWriter;
import dev.atf.frontend.event.WatchSink;
import dev.atf.protocol.v1.WatchTransitionsResponse;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Executor;

/**
 * Writes the answers to one watcher as server-sent events. A chunk is written when the previous one
 * has been sent.
 */
final class EventSink implements WatchSink {
  private final HttpResponseWriter response;
  private final Executor executor;
  private volatile boolean sending;
  private volatile Runnable whenReady = () -> {};

  /**
   * Creates a sink.
   *
   * @param executor runs the callbacks when the response becomes ready
   */
  EventSink(HttpResponseWriter response, Executor executor) {
    this.response = response;
    this.executor = executor;
  }

  /** Sets the action that runs whenever the response becomes ready. */
  void whenReady(Runnable action) {
    whenReady = action;
  }

  @Override
  public boolean isReady() {
    return !sending && response.isOpen();
  }

  @Override
  public void send(List<WatchTransitionsResponse> answers) {
    var text = new StringBuilder();
    answers.forEach(answer -> write(answer, text));
    write(text.toString());
  }

  private static void write(WatchTransitionsResponse answer, StringBuilder text) {
    switch (answer.getEventCase()) {
      case TRANSITION -> line(text, "data: " + HttpJson.text(answer.getTransition()));
      case GAP -> {
        line(text, "event: gap");
        line(text, "data: {}");
      }
      case HEARTBEAT -> line(text, ": heartbeat");
      case EVENT_NOT_SET -> throw new IllegalArgumentException("the event is not set");
    }
    line(text, "id: " + answer.getCursor());
    line(text, "");
  }

  private static void line(StringBuilder text, String line) {
    text.append(line).append('\n');
  }

  private void write(String text) {
    sending = true;
    if (response.tryWrite(HttpData.of(StandardCharsets.UTF_8, text))) {
      var unused =
          response
              .whenConsumed()
              .thenRunAsync(
                  () -> {
                    sending = false;
                    whenReady.run();
                  },
                  executor);
    }
  }

  @Override
  public void end() {
    response.close();
  }

  /** Ends the stream. The HTTP status was sent at the beginning and cannot be changed. */
  @Override
  public void end(StatusRuntimeException reason) {
    var status = StatusProto.fromThrowable(reason);
    write("event: end\ndata: " + (status == null ? "{}" : HttpJson.text(status)) + "\n\n");
    response.close();
  }
}
