package dev.atf.examples;

import dev.atf.client.AtfClient;
import dev.atf.client.TaskSpec;
import java.net.URI;
import java.time.Duration;
import java.util.Map;

/**
 * Calls a URL later with the built-in lambda {@code http}, which needs no handler. Server errors
 * are retried. The receiver recognises repetitions by the header {@code Idempotency-Key}.
 */
public final class Webhooks {
  private final AtfClient atf;

  public Webhooks(AtfClient atf) {
    this.atf = atf;
  }

  /**
   * Schedules a call.
   *
   * @return id of the task
   */
  public String post(URI receiver, Object event, Duration delay) {
    var call = Map.of("method", "POST", "url", receiver.toString(), "body", event);
    return atf.schedule(TaskSpec.of("http", call).delay(delay)).taskId();
  }
}
