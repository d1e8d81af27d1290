package dev.atf.model.route;

import java.time.Instant;
import java.util.Optional;

/**
 * Facts of one request that rules use. An implementation never throws: a fact that it cannot read
 * is absent.
 */
public interface RuleFacts {
  /** Returns the value of an attribute; empty if the request has none. */
  Optional<RuleValue> find(RuleAttribute attribute);

  Instant now();
}
