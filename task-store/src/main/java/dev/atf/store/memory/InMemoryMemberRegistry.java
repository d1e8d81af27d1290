package dev.atf.store.memory;

import dev.atf.store.MemberRegistry;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Members in memory. None is ever forgotten. */
public final class InMemoryMemberRegistry implements MemberRegistry {
  private final Map<String, SortedMap<String, Sighting>> services = new HashMap<>();

  @Override
  public synchronized void beat(
      String service, String member, String note, Instant now, Instant forgottenAt) {
    members(service).put(member, new Sighting(now, note));
  }

  @Override
  public synchronized void leave(String service, String member) {
    members(service).remove(member);
  }

  @Override
  public synchronized SortedMap<String, Sighting> seen(String service, Instant since) {
    var seen = new TreeMap<>(members(service));
    seen.values().removeIf(sighting -> !sighting.at().isAfter(since));
    return seen;
  }

  private SortedMap<String, Sighting> members(String service) {
    return services.computeIfAbsent(service, name -> new TreeMap<>());
  }
}
