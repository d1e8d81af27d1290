package dev.atf.store;

import java.time.Instant;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Registry of the live replicas of a service that share work. A wrong answer costs work done twice
 * or late, never correctness.
 */
public interface MemberRegistry {
  /** Service whose members are the store consumers. */
  String STORE_CONSUMERS = "store-consumer";

  /**
   * Records that {@code member} is alive.
   *
   * @param note information for the other members; replaces the previous note
   * @param forgottenAt time at which the store may delete the row
   */
  void beat(String service, String member, String note, Instant now, Instant forgottenAt);

  /**
   * Records a member only if its row is as it was seen.
   *
   * @param seen the row that it replaces; empty if there was none, or if it is forgotten
   * @return false, and nothing is done, if another row is stored
   */
  boolean replace(
      String service, String member, Optional<Sighting> seen, Sighting next, Instant forgottenAt);

  /** Removes a member that leaves in order, immediately. */
  void leave(String service, String member);

  /** The members that have beaten after {@code since}. */
  SortedMap<String, Sighting> seen(String service, Instant since);

  /** Returns only the names. */
  default SortedSet<String> alive(String service, Instant since) {
    return new TreeSet<>(seen(service, since).keySet());
  }

  /** The last beat of a member. */
  record Sighting(Instant at, String note) {}
}
