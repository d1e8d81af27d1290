package dev.atf.plans.periodic;

import dev.atf.model.TaskId;
import dev.atf.model.task.TaskEntity;
import dev.atf.plans.row.PlanId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Fires of one schedule, in order. They are computed by a pure function, so they are the same on
 * every machine. No fire is due after the year 9999, which is the last year in the protocol.
 *
 * @param plan seed of the jitter, so that many tasks with the same schedule do not fire together
 */
public record FireTimes(Schedule schedule, PlanId plan) {
  /** Returns the first fire whose time is strictly after this one; empty if there is none. */
  public Optional<Fire> next(Instant after) {
    return nextAt(after).map(this::fire);
  }

  /** Returns whether the schedule has a fire at this time. */
  boolean has(Instant at) {
    return nextAt(at.minusMillis(1)).filter(at::equals).isPresent();
  }

  /** Returns the first n fires strictly after the time; fewer if the schedule ends. */
  public List<Fire> preview(Instant after, int n) {
    var found = new ArrayList<Fire>();
    var next = next(after);
    while (next.isPresent() && found.size() < n) {
      found.add(next.get());
      next = next(next.get().at());
    }
    return List.copyOf(found);
  }

  /** Returns the first n fires strictly after {@code after}, and not after {@code until}. */
  public List<Fire> between(Instant after, Instant until, int n) {
    var found = new ArrayList<Fire>();
    var next = next(after);
    while (next.isPresent() && !next.get().at().isAfter(until) && found.size() < n) {
      found.add(next.get());
      next = next(next.get().at());
    }
    return List.copyOf(found);
  }

  /**
   * Returns the last n fires after {@code after} and at or before {@code until}, in order. It
   * searches backwards in windows of doubling length, so that it computes about as many fires as it
   * returns.
   */
  public List<Fire> latest(Instant after, Instant until, int n) {
    var window = Duration.ofSeconds(n);
    while (true) {
      var from = until.minus(window);
      boolean whole = !from.isAfter(after);
      var found = ats(whole ? after : from, until);
      if (whole || found.size() >= n) {
        return found.subList(Math.max(0, found.size() - n), found.size()).stream()
            .map(this::fire)
            .toList();
      }
      window = window.multipliedBy(2);
    }
  }

  private List<Instant> ats(Instant after, Instant until) {
    var found = new ArrayList<Instant>();
    var next = nextAt(after);
    while (next.isPresent() && !next.get().isAfter(until)) {
      found.add(next.get());
      next = nextAt(next.get());
    }
    return found;
  }

  private Optional<Instant> nextAt(Instant after) {
    var start = schedule.startAt();
    var from = start != null && after.isBefore(start) ? start.minusMillis(1) : after;
    var until = schedule.until();
    return schedule
        .recurrence()
        .next(from)
        .filter(at -> until == null || at.isBefore(until))
        .filter(at -> at.plus(schedule.jitter()).isBefore(TaskEntity.NEVER));
  }

  /** Returns a time such that exactly the fires after it are due after {@code now}. */
  Instant dueUntil(Instant now) {
    // Jitter never moves a fire beyond the next one, so only the latest fire can be due later.
    return latest(now.minus(schedule.jitter()).minusMillis(1), now, 1).stream()
        .filter(fire -> fire.dueAt().isAfter(now))
        .map(fire -> fire.at().minusMillis(1))
        .findFirst()
        .orElse(now);
  }

  /** Returns the fire at this time. */
  public Fire fire(Instant at) {
    long most = schedule.jitter().toMillis();
    if (most == 0) {
      return new Fire(at, at);
    }
    long room =
        schedule
            .recurrence()
            .next(at)
            .map(next -> Math.min(most, Duration.between(at, next).toMillis() - 1))
            .orElse(most);
    return new Fire(at, at.plusMillis(Math.floorMod(draw(at), room + 1)));
  }

  private long draw(Instant at) {
    var hash = TaskId.ofText("jitter/" + plan + "/" + Fire.member(at)).value();
    return Long.parseLong(hash.substring(0, 15), 16);
  }
}
