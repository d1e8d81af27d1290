package dev.atf.frontend.event;

import dev.atf.protocol.v1.Transition;
import dev.atf.protocol.v1.WatchTransitionsRequest;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Selects the transitions that one watcher wants and may see. Not thread-safe. */
final class WatchFilter {
  private final WatchTransitionsRequest wanted;
  private final Supplier<Predicate<String>> rights;
  private Predicate<String> visible;

  /**
   * Creates a filter.
   *
   * @param rights lambdas that the watcher may see, read at each call
   */
  WatchFilter(WatchTransitionsRequest wanted, Supplier<Predicate<String>> rights) {
    this.wanted = wanted;
    this.rights = rights;
    this.visible = rights.get();
  }

  /** Reads the lambdas that the watcher may see again. */
  void refresh() {
    visible = rights.get();
  }

  boolean passes(Transition transition) {
    return is(wanted.getLambda(), transition.getLambda())
        && is(wanted.getCollection(), transition.getCollection())
        && is(wanted.getTaskId(), transition.getTaskId())
        && visible.test(transition.getLambda());
  }

  private static boolean is(String wanted, String actual) {
    return wanted.isEmpty() || wanted.equals(actual);
  }
}
