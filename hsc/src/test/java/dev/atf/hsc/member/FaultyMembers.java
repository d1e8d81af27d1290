package dev.atf.hsc.member;

import dev.atf.store.MemberRegistry;
import dev.atf.store.StoreUnavailableException;
import dev.atf.store.memory.InMemoryMemberRegistry;
import java.time.Instant;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.CountDownLatch;

/** In-memory registry that is slow or unavailable as a test specifies. */
public final class FaultyMembers implements MemberRegistry {
  private final MemberRegistry members = new InMemoryMemberRegistry();
  private volatile boolean away;
  private volatile CountDownLatch sightingsWaitFor = new CountDownLatch(0);

  /** Lets conditional writes fail from now on. */
  public void setAway(boolean isAway) {
    away = isAway;
  }

  /** Lets writes of sightings hang until {@code released} is counted down. */
  public void holdSightings(CountDownLatch released) {
    sightingsWaitFor = released;
  }

  @Override
  public void beat(String service, String member, String note, Instant now, Instant forgottenAt) {
    if (service.equals("hosts")) {
      try {
        sightingsWaitFor.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new StoreUnavailableException("interrupted", e);
      }
    }
    members.beat(service, member, note, now, forgottenAt);
  }

  @Override
  public boolean replace(
      String service, String member, Optional<Sighting> seen, Sighting next, Instant forgottenAt) {
    if (away) {
      throw new StoreUnavailableException("away", null);
    }
    return members.replace(service, member, seen, next, forgottenAt);
  }

  @Override
  public SortedMap<String, Sighting> seen(String service, Instant since) {
    return members.seen(service, since);
  }

  @Override
  public void leave(String service, String member) {
    members.leave(service, member);
  }
}
