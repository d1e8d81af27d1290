package dev.atf.simulation.aws;

import java.time.Duration;

/** How well a store or a queue works for one process, now. */
public interface Climate {
  Mishap next(String process, boolean write);

  /** Of a request or of its answer. */
  Duration latency();

  /**
   * How long after its call what is {@link Mishap#DONE_LATE} is done.
   *
   * @param call its port's method
   */
  Duration lateBy(String call);
}
