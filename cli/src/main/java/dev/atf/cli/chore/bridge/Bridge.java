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
 * Takes chores of a repository, runs them as tasks, and writes their outcomes. Any number of
 * bridges may serve one repository: Git refuses a push that is not the first, and the bridge then
 * creates its commits again from the remote's state.
 *
 * <p>It is used by one thread, which calls {@link #check} repeatedly. A bridge keeps no state that
 * another bridge needs, so it may be killed between any two steps.
 */
public final class Bridge {
  private final ChoreView view;
  private final ChoreTracker tracker;
  private final NextMoves next;
  private final InstantSource clock;

  /**
   * Result of one check.
   *
   * @param moved whether a chore has moved, so that another check should follow immediately
   * @param nothingLeft whether all chores that the bridge may move are done
   */
  public record CheckResult(boolean moved, boolean nothingLeft) {}

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
    this.tracker =
        new ChoreTracker(settings, repository.url().value(), reading, tasks, monotonic, events);
    this.next = new NextMoves(settings, reading, tracker, random);
    this.clock = clock;
  }

  /**
   * Checks the repository and the tasks once, and moves all chores that can be moved in one push.
   *
   * @throws GitFailedException if git failed; the next check starts again
   * @throws io.grpc.StatusRuntimeException if the server failed
   */
  public CheckResult check() {
    view.refresh();
    var failure = tracker.check(view.open());
    boolean moved = view.push(open -> moves(open, failure.isEmpty()));
    if (failure.isPresent()) {
      throw failure.get();
    }
    return new CheckResult(moved, view.open().chores().stream().allMatch(this::isSkipped));
  }

  private Moves moves(OpenChores open, boolean mayTake) {
    var now = clock.instant();
    var ends = next.ends(open, now);
    return mayTake ? ends.and(next.takings(open, now)) : ends;
  }

  /** Returns whether a task that the bridge waits for has ended. Only calls the server. */
  public boolean hasEnded() {
    return tracker.hasEnded();
  }

  private boolean isSkipped(Chore chore) {
    return tracker.of(chore).filter(ChoreProgress::isSkipped).isPresent();
  }

  /** The latest commit of a repository that a bridge has seen. It also pushes the next commits. */
  private static final class ChoreView {
    /**
     * Maximum number of tries of a push in one check. It is larger than the number of bridges that
     * run at the same time.
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

    /** Reads the latest commit of the remote. */
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
     * Pushes until a push is accepted, or there is nothing more to push.
     *
     * @param next decides what to push; it is called again with the remote's state after each
     *     refused push
     * @return whether a push was accepted
     * @throws GitFailedException if every try is refused, or it is unknown whether the push has
     *     arrived
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
