package dev.atf.runtime.loop;

import java.time.Duration;

/**
 * Unit of work that a loop runs in each turn. It owns no thread, so that a test or a simulator can
 * run it.
 */
@FunctionalInterface
public interface Step {
  /**
   * Does one turn's work.
   *
   * @return wait before the next turn; zero for none
   * @throws Exception if the turn failed; the loop logs and counts it, backs off with jitter, and
   *     continues
   */
  Duration turn() throws Exception;
}
