package dev.atf.model.route;

import java.time.Instant;
import java.util.Optional;

/**
 * Facts of one request that rules ask for. An implementation never throws: what it cannot tell is
 * absent.
 */
public interface RuleFacts {
  /** Returns the value of an attribute; empty if the request has none. */
  Optional<RuleValue> find(RuleAttribute attribute);

  Instant now();
}
