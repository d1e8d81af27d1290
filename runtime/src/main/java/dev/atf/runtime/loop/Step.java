package dev.atf.runtime.loop;

import java.time.Duration;

/**
 * One unit of a loop's work, done in each turn. Owns no thread, so that a test or a simulator can
 * turn it.
 */
@FunctionalInterface
public interface Step {
  /**
   * Does one turn's work.
   *
   * @return how long to wait before the next turn; zero to go on at once
   * @throws Exception to be logged and counted; the loop backs off with jitter and goes on
   */
  Duration turn() throws Exception;
}
