package dev.atf.store.memory;

import dev.atf.store.MemberRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Members in memory. Writes delete forgotten ones, at most once a minute for each service. */
public final class InMemoryMemberRegistry implements MemberRegistry {
  private static final Duration DELETED_EVERY = Duration.ofMinutes(1);

  private final Map<String, SortedMap<String, Row>> services = new HashMap<>();
  private final Map<String, Instant> deletedAt = new HashMap<>();

  private record Row(Sighting sighting, Instant forgottenAt) {}

  @Override
  public synchronized void beat(
      String service, String member, String note, Instant now, Instant forgottenAt) {
    deleteForgotten(service, now);
    members(service).put(member, new Row(new Sighting(now, note), forgottenAt));
  }

  @Override
  public synchronized boolean replace(
      String service, String member, Optional<Sighting> seen, Sighting next, Instant forgottenAt) {
    deleteForgotten(service, next.at());
    var members = members(service);
    var stored = Optional.ofNullable(members.get(member));
    boolean forgotten = stored.filter(row -> row.forgottenAt().isAfter(next.at())).isEmpty();
    if (!stored.map(Row::sighting).equals(seen) && !(seen.isEmpty() && forgotten)) {
      return false;
    }
    members.put(member, new Row(next, forgottenAt));
    return true;
  }

  @Override
  public synchronized void leave(String service, String member) {
    members(service).remove(member);
  }

  @Override
  public synchronized SortedMap<String, Sighting> seen(String service, Instant since) {
    var seen = new TreeMap<String, Sighting>();
    members(service).forEach((member, row) -> seen.put(member, row.sighting()));
    seen.values().removeIf(sighting -> !sighting.at().isAfter(since));
    return seen;
  }

  private void deleteForgotten(String service, Instant now) {
    var before = deletedAt.getOrDefault(service, Instant.MIN);
    if (before.isBefore(now.minus(DELETED_EVERY))) {
      members(service).values().removeIf(row -> !row.forgottenAt().isAfter(now));
      deletedAt.put(service, now);
    }
  }

  private SortedMap<String, Row> members(String service) {
    return services.computeIfAbsent(service, name -> new TreeMap<>());
  }
}
