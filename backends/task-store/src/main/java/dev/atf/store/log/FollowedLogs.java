package dev.atf.store.log;

import dev.atf.model.TaskId;
import dev.atf.store.MemberRegistry;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Tasks whose logs somebody follows, stored as members of a service. Frontends write them and HSCs
 * read them. A missing one delays a log, and a superfluous one sends a log that nobody reads.
 */
public final class FollowedLogs {
  /** Time for which a task counts as followed after it was recorded. */
  public static final Duration FOLLOWED_FOR = Duration.ofSeconds(30);

  private static final String SERVICE = "followed-logs";

  private final MemberRegistry members;

  @Inject
  public FollowedLogs(MemberRegistry members) {
    this.members = members;
  }

  public void note(TaskId taskId, Instant now) {
    members.beat(SERVICE, taskId.value(), "", now, now.plus(FOLLOWED_FOR.multipliedBy(2)));
  }

  public Set<TaskId> lately(Instant now) {
    return members.alive(SERVICE, now.minus(FOLLOWED_FOR)).stream()
        .map(TaskId::new)
        .collect(Collectors.toUnmodifiableSet());
  }
}
