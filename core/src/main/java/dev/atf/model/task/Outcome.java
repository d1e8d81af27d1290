package dev.atf.model.task;

import dev.atf.model.Failure;
import dev.atf.model.Payload;
import org.jspecify.annotations.Nullable;

/**
 * Result of the latest attempt in the association.
 *
 * @param digest distinguishes a repetition of the same report from another report; empty if the
 *     framework itself decided
 * @param result result; null if there is none, or it has its own item
 * @param resultStoredApart whether the result is the item {@code <taskId>/result/<epoch>}
 * @param children children of a success
 * @param notices notices of a final outcome
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
   * Returns the outcome of a failure.
   *
   * @param digest digest of the report; empty if the framework decided, so that no executor reports
   *     this outcome
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
