package dev.atf.store;

import java.time.Instant;
import java.util.SortedSet;

/**
 * Who is alive of a service whose replicas share work. A wrong answer costs work done twice or
 * late, never correctness.
 */
public interface MemberRegistry {
  /**
   * Says that {@code member} lives.
   *
   * @param forgottenAt when the store may delete the row
   */
  void beat(String service, String member, Instant now, Instant forgottenAt);

  /** Takes a member that leaves in order out at once. */
  void leave(String service, String member);

  /** The members that have beaten after {@code since}. */
  SortedSet<String> alive(String service, Instant since);
}
