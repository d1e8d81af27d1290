package dev.atf.cli.chore.bridge;

import dev.atf.cli.chore.git.GitFailedException;
import dev.atf.cli.chore.git.GitRepository;
import dev.atf.cli.chore.model.Chore;
import dev.atf.cli.chore.model.ChoreReading;
import dev.atf.cli.chore.model.OpenChores;
import dev.atf.runtime.loop.MonotonicClock;
import java.time.InstantSource;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/**
 * Takes chores of a repository, has them run as tasks, and writes how they ended. Any number of
 * bridges may serve one repository: a push that is not the first is refused by Git, and what it
 * said is made again from the remote's state.
 *
 * <p>For one thread, which calls {@link #look} again and again. A bridge keeps nothing that another
 * one needs: it may be killed between any two steps.
 */
public final class Bridge {
  private final ChoreView view;
  private final Attendance attendance;
  private final NextMoves next;
  private final InstantSource clock;

  /**
   * Result of a look.
   *
   * @param moved whether it has moved a chore: then another look is worth while at once
   * @param nothingLeft whether all chores that it may move are done
   */
  public record Look(boolean moved, boolean nothingLeft) {}

  public Bridge(
      BridgeSettings settings,
      GitRepository repository,
      ChoreTasks tasks,
      InstantSource clock,
      MonotonicClock monotonic,
      RandomGenerator random,
      Consumer<ChoreEvent> events) {
    var reading = new ChoreReading(repository, settings.runners());
    this.view = new ChoreView(repository, events);
    this.attendance =
        new Attendance(settings, repository.url().value(), reading, tasks, monotonic, events);
    this.next = new NextMoves(settings, reading, attendance, random);
    this.clock = clock;
  }

  /**
   * Looks at the repository and at the tasks once; moves what can be moved, in one push.
   *
   * @throws GitFailedException if git did not do its part; the next look begins anew
   * @throws io.grpc.StatusRuntimeException if the server did not
   */
  public Look look() {
    view.refresh();
    var failure = attendance.look(view.open());
    boolean moved = view.push(open -> moves(open, failure.isEmpty()));
    if (failure.isPresent()) {
      throw failure.get();
    }
    return new Look(moved, view.open().chores().stream().allMatch(this::isSkipped));
  }

  private Moves moves(OpenChores open, boolean mayTake) {
    var now = clock.instant();
    var ends = next.ends(open, now);
    return mayTake ? ends.and(next.takings(open, now)) : ends;
  }

  /** Returns whether a task that it waits for has ended; asks the server alone. */
  public boolean hasEnded() {
    return attendance.hasEnded();
  }

  private boolean isSkipped(Chore chore) {
    return attendance.of(chore).filter(Taking::isSkipped).isPresent();
  }
}
