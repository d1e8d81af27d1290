package dev.atf.store.log;

import dev.atf.model.TaskId;
import dev.atf.store.MemberRegistry;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Tasks whose logs are being followed, stored as members of a service. Frontends write them, and
 * HSCs read them. If one is missing, its log is delayed; if one is superfluous, its log is sent
 * although nobody reads it.
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

  public Set<TaskId> recent(Instant now) {
    return members.alive(SERVICE, now.minus(FOLLOWED_FOR)).stream()
        .map(TaskId::new)
        .collect(Collectors.toSet());
  }
}
