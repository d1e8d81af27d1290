package dev.atf.hsc.children;

import dev.atf.model.Failure;
import dev.atf.model.transition.Children;

/** What came of the children that a success reports. */
public sealed interface Birth {
  /** What they are to do is durable: the outcome may name them. */
  record Ready(Children children) implements Birth {}

  /** One of them cannot be. */
  record Refused(Failure failure) implements Birth {}

  /** Another report of this claim has begun to make others. */
  record Contradicted() implements Birth {}
}
