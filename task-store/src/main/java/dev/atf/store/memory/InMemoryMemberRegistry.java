package dev.atf.store.memory;

import dev.atf.store.MemberRegistry;
import java.time.Instant;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Who is alive, in memory. */
public final class InMemoryMemberRegistry implements MemberRegistry {
  private final Map<String, Map<String, Instant>> services = new TreeMap<>();

  @Override
  public synchronized void beat(String service, String member, Instant now, Instant forgottenAt) {
    members(service).put(member, now);
  }

  @Override
  public synchronized void leave(String service, String member) {
    members(service).remove(member);
  }

  @Override
  public synchronized SortedSet<String> alive(String service, Instant since) {
    var alive = new TreeSet<String>();
    members(service)
        .forEach(
            (member, seenAt) -> {
              if (seenAt.isAfter(since)) {
                alive.add(member);
              }
            });
    return alive;
  }

  private Map<String, Instant> members(String service) {
    return services.computeIfAbsent(service, name -> new TreeMap<>());
  }
}
