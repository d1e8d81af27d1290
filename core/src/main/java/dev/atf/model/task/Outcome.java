package dev.atf.model.task;

import dev.atf.model.Failure;
import dev.atf.model.Payload;
import org.jspecify.annotations.Nullable;

/**
 * Result of the latest attempt, as the association keeps it.
 *
 * @param digest distinguishes a repetition of the same report from another report; empty if the
 *     framework itself decided
 * @param result null when there is none, or when it is an item of its own
 * @param resultStoredApart whether the result is the item {@code <taskId>/result/<epoch>}
 * @param children only of a success
 * @param notices only of an end of the task
 */
public record Outcome(
    String digest,
    @Nullable Payload result,
    boolean resultStoredApart,
    @Nullable Failure failure,
    Children children,
    Notices notices) {

  /** Creates an outcome without notices. */
  public Outcome(
      String digest,
      @Nullable Payload result,
      boolean resultStoredApart,
      @Nullable Failure failure,
      Children children) {
    this(digest, result, resultStoredApart, failure, children, Notices.NONE);
  }

  /** Creates an outcome without children. */
  public Outcome(
      String digest,
      @Nullable Payload result,
      boolean resultStoredApart,
      @Nullable Failure failure) {
    this(digest, result, resultStoredApart, failure, Children.NONE);
  }

  public static Outcome success(String digest, Payload result) {
    return new Outcome(digest, result.isEmpty() ? null : result, false, null);
  }

  public static Outcome successStoredApart(String digest) {
    return new Outcome(digest, null, true, null);
  }

  /**
   * @param digest of the report; empty if the framework decided, and no executor will report it
   */
  public static Outcome failure(String digest, Failure failure) {
    return new Outcome(digest, null, false, failure);
  }

  public Outcome with(Children itsChildren) {
    return new Outcome(digest, result, resultStoredApart, failure, itsChildren, notices);
  }

  public Outcome with(Notices itsNotices) {
    return new Outcome(digest, result, resultStoredApart, failure, children, itsNotices);
  }
}
