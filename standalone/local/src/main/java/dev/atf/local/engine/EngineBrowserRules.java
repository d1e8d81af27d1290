package dev.atf.local.engine;

import dev.atf.runtime.browser.BrowserRules;
import dev.atf.runtime.browser.RequestOrigin;
import dev.atf.runtime.refusal.CallRefusal;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Rules for the ports of engines, which need no credentials and have no pages. */
final class EngineBrowserRules {
  private static final BrowserRules RULES = BrowserRules.ofThisMachine(List.of());

  private EngineBrowserRules() {}

  /** Returns the reason for refusing a request; empty if the request is accepted. */
  static Optional<CallRefusal> refusal(
      String method, List<String> authority, Function<String, List<String>> headers) {
    return RULES.refusal(RequestOrigin.of(method, authority, headers), false);
  }
}
