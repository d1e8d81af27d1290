package dev.atf.store;

import java.time.Instant;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Registry of the live replicas of a service that share work. A wrong answer only causes duplicate
 * or late work.
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
   * Records a member if its row has not changed.
   *
   * @param seen row to replace; empty if there was none, or if it has expired
   * @return false if another row is stored, so that nothing was written
   */
  boolean replace(
      String service, String member, Optional<Sighting> seen, Sighting next, Instant forgottenAt);

  /** Removes a member immediately, because it leaves in an orderly way. */
  void leave(String service, String member);

  /** Returns the members with a heartbeat after {@code since}. */
  SortedMap<String, Sighting> seen(String service, Instant since);

  /** Returns the names of the live members. */
  default SortedSet<String> alive(String service, Instant since) {
    return new TreeSet<>(seen(service, since).keySet());
  }

  /** Last heartbeat of a member. */
  record Sighting(Instant at, String note) {}
}
