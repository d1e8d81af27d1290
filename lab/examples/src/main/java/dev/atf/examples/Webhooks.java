package dev.atf.examples;

import dev.atf.client.AtfClient;
import dev.atf.client.TaskSpec;
import java.net.URI;
import java.time.Duration;
import java.util.Map;

/**
 * Calls a URL later, by the framework's own lambda {@code http}, without a handler of its own.
 * Server errors are retried; the receiver recognises repetitions by {@code Idempotency-Key}.
 */
public final class Webhooks {
  private final AtfClient atf;

  public Webhooks(AtfClient atf) {
    this.atf = atf;
  }

  /**
   * @return the id of the task
   */
  public String post(URI receiver, Object event, Duration delay) {
    var call = Map.of("method", "POST", "url", receiver.toString(), "body", event);
    return atf.schedule(TaskSpec.of("http", call).delay(delay)).taskId();
  }
}
