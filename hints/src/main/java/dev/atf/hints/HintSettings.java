package dev.atf.hints;

import java.time.Duration;

/**
 * Settings of hints.
 *
 * @param timeout of a call to one store consumer, for which the others wait
 * @param self this process's name among the store consumers, which sends itself nothing; empty if
 *     it is none
 */
public record HintSettings(Duration timeout, String self) {
  /** A call in one region takes a few milliseconds, on a busy host a hundred times that. */
  private static final Duration TIMEOUT = Duration.ofSeconds(1);

  /** Returns the settings of a process that is no store consumer. */
  public static HintSettings ofClient() {
    return new HintSettings(TIMEOUT, "");
  }

  /** Returns the settings of the store consumer with this name. */
  public static HintSettings ofConsumer(String self) {
    return new HintSettings(TIMEOUT, self);
  }
}
