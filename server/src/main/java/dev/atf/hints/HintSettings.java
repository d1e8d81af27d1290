package dev.atf.hints;

import java.time.Duration;

/**
 * Settings of hints.
 *
 * @param timeout time-out of a call to one store consumer; calls to other consumers wait for it
 * @param self name of this process among the store consumers, so that it sends nothing to itself;
 *     empty if it is not one
 */
public record HintSettings(Duration timeout, String self) {
  /**
   * Default time-out. A call within a region takes a few milliseconds, and on a busy host a hundred
   * times as long.
   */
  private static final Duration TIMEOUT = Duration.ofSeconds(1);

  /** Returns the settings of a process that is not a store consumer. */
  public static HintSettings ofClient() {
    return new HintSettings(TIMEOUT, "");
  }

  /** Returns the settings of the store consumer with this name. */
  public static HintSettings ofConsumer(String self) {
    return new HintSettings(TIMEOUT, self);
  }
}
