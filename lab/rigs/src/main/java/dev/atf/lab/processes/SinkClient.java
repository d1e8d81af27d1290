package dev.atf.lab.processes;

import dev.atf.executor.TaskContext;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;

/**
 * Client by which a handler reports to an {@link EffectSink}, synchronously. An interrupt does not
 * end a call: the sink must get all events, in their order.
 */
public final class SinkClient {
  private static final int ACCEPTED = 200;

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final String sink;

  /**
   * @param sink its URI
   */
  public SinkClient(String sink) {
    this.sink = sink;
  }

  public void begun(TaskContext context) {
    tell("start", context);
  }

  /** Returns whether the effect was accepted: no newer fencing token was shown. */
  public boolean effect(TaskContext context) {
    return tell("effect", context) == ACCEPTED;
  }

  public void ended(TaskContext context) {
    tell("end", context);
  }

  private int tell(String what, TaskContext context) {
    var uri =
        "%s/%s?task=%s&token=%d&attempt=%d&pid=%d"
            .formatted(
                sink,
                what,
                context.taskId(),
                context.fencingToken(),
                context.attempt(),
                ProcessHandle.current().pid());
    var request =
        HttpRequest.newBuilder(URI.create(uri)).POST(HttpRequest.BodyPublishers.noBody()).build();
    return http.sendAsync(request, BodyHandlers.discarding()).join().statusCode();
  }
}
