package dev.atf.store.memory;

import dev.atf.store.MemberRegistry;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Members in memory. Expired members are not deleted, but replaced by new ones. */
public final class InMemoryMemberRegistry implements MemberRegistry {
  private final Map<String, SortedMap<String, Row>> services = new HashMap<>();

  private record Row(Sighting sighting, Instant forgottenAt) {}

  @Override
  public synchronized void beat(
      String service, String member, String note, Instant now, Instant forgottenAt) {
    members(service).put(member, new Row(new Sighting(now, note), forgottenAt));
  }

  @Override
  public synchronized boolean replace(
      String service, String member, Optional<Sighting> seen, Sighting next, Instant forgottenAt) {
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

  private SortedMap<String, Row> members(String service) {
    return services.computeIfAbsent(service, name -> new TreeMap<>());
  }
}
