package dev.atf.hsc.log;

import dev.atf.model.TaskId;
import dev.atf.store.StoreException;
import dev.atf.store.log.FollowedLogs;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tasks whose logs are being followed, as of the last read. They are read only while executors send
 * heartbeats.
 */
@Singleton
public final class LogFollowers {
  private static final Logger log = LoggerFactory.getLogger(LogFollowers.class);

  private final FollowedLogs followed;
  private volatile Set<TaskId> read = Set.of();
  private volatile boolean asked;

  @Inject
  LogFollowers(FollowedLogs followed) {
    this.followed = followed;
  }

  /**
   * Reads the tasks again if a call has used them since the last read. Until this succeeds, the
   * previous ones apply.
   */
  public void refresh(Instant now) {
    if (asked) {
      asked = false;
      try {
        read = followed.recent(now);
      } catch (StoreException e) {
        log.debug("followed logs are not known: {}", e.getMessage());
      }
    }
  }

  public boolean follow(TaskId taskId) {
    asked = true;
    return read.contains(taskId);
  }
}
