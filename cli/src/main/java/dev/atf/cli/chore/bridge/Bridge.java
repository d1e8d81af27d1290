package dev.atf.cli.chore.bridge;

import dev.atf.cli.chore.bridge.NextMoves.Moves;
import dev.atf.cli.chore.git.GitFailedException;
import dev.atf.cli.chore.git.GitRepository;
import dev.atf.cli.chore.git.TreeListing;
import dev.atf.cli.chore.model.Chore;
import dev.atf.cli.chore.model.ChoreReading;
import dev.atf.cli.chore.model.OpenChores;
import dev.atf.runtime.loop.MonotonicClock;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
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

  /** Latest commit of a repository that a bridge has seen, and its way to push the next ones. */
  private static final class ChoreView {
    /**
     * Tries of a push in one look. Chosen: more than the bridges that anybody runs side by side.
     */
    private static final int TRIES_MAX = 50;

    private final GitRepository repository;
    private final Consumer<ChoreEvent> events;
    private final Set<String> unreadable = new HashSet<>();
    private OpenChores open = OpenChores.of(Optional.empty(), TreeListing.EMPTY);

    ChoreView(GitRepository repository, Consumer<ChoreEvent> events) {
      this.repository = repository;
      this.events = events;
    }

    OpenChores open() {
      return open;
    }

    /** Asks the remote for its latest commit. */
    void refresh() {
      read(repository.head());
    }

    private void read(Optional<String> head) {
      if (!head.equals(open.head())) {
        open = OpenChores.of(head, head.map(repository::list).orElse(TreeListing.EMPTY));
        open.unreadable().stream()
            .filter(unreadable::add)
            .forEach(
                path ->
                    events.accept(
                        ChoreEvent.skipped(
                            path.replaceAll("\\p{Cntrl}", "?"), "its path is not UTF-8")));
      }
    }

    /**
     * Pushes until it is accepted, or there is nothing more to push.
     *
     * @param next decides, after each refused push again from the remote's state
     * @return whether a push was accepted
     * @throws GitFailedException if it is refused again and again, or it is unknown whether the
     *     push has arrived
     */
    boolean push(Function<OpenChores, Moves> next) {
      var refusal = "";
      for (int i = 0; i < TRIES_MAX; i++) {
        var moves = next.apply(open);
        if (moves.drafts().isEmpty()) {
          return false;
        }
        var commit = repository.commit(open.head(), moves.drafts());
        var refused = repository.push(commit);
        if (refused.isEmpty()) {
          moves.events().forEach(events);
          read(Optional.of(commit));
          return true;
        }
        refusal = refused.get();
        refresh();
      }
      throw new GitFailedException(
          "git push: refused %d times, at last with %s".formatted(TRIES_MAX, refusal));
    }
  }
}
