package dev.atf.hsc.children;

import dev.atf.model.Failure;
import dev.atf.model.transition.Children;

/** What came of the children that a success reports. */
public sealed interface ChildWriteResult {
  /** What they are to do is durable: the outcome may name them. */
  record Ready(Children children) implements ChildWriteResult {}

  /** One of them cannot be. */
  record Refused(Failure failure) implements ChildWriteResult {}

  /** Another report of this claim has begun to make others. */
  record Contradicted() implements ChildWriteResult {}
}
