package dev.atf.e2e.explain;

import static org.awaitility.Awaitility.await;

import dev.atf.testtime.TestTimeouts;
import java.util.concurrent.Callable;

/** Waits for asynchronous results. */
final class Waits {
  private Waits() {}

  /** Returns the text when there is one. */
  static String until(Callable<String> text) {
    return await().atMost(TestTimeouts.STALL).until(text, found -> !found.isEmpty());
  }
}
