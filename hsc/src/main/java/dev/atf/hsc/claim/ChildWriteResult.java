package dev.atf.hsc.claim;

import dev.atf.model.Failure;
import dev.atf.model.task.Children;

/** Result of writing the children that a success reports. */
public sealed interface ChildWriteResult {
  /** The children are durable: the outcome may name them. */
  record Ready(Children children) implements ChildWriteResult {}

  /** A child is invalid. */
  record Refused(Failure failure) implements ChildWriteResult {}

  /** Another report of this claim has begun to write other children. */
  record Contradicted() implements ChildWriteResult {}
}
