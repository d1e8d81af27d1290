package dev.atf.cli.chore.bridge;

import dev.atf.cli.chore.git.CommitDraft;
import dev.atf.cli.chore.git.GitFailedException;
import dev.atf.cli.chore.git.GitRepository;
import dev.atf.cli.chore.git.TreeListing;
import dev.atf.cli.chore.model.Chore;
import dev.atf.cli.chore.model.ChoreChange;
import dev.atf.cli.chore.model.ChoreOutcome;
import dev.atf.cli.chore.model.ChoreReading;
import dev.atf.cli.chore.model.ChoreState;
import dev.atf.cli.chore.model.ChoreWorker;
import dev.atf.cli.chore.model.OpenChores;
import dev.atf.cli.chore.model.RefusedChoreException;
import dev.atf.runtime.loop.MonotonicClock;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
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
  /** Tries of a push in one look. Chosen: more than the bridges that anybody runs side by side. */
  private static final int TRIES_MAX = 50;

  /** Most ends of one push. */
  private static final int ENDS_MAX = 20;

  private final BridgeSettings settings;
  private final GitRepository repository;
  private final ChoreReading reading;
  private final Attendance attendance;
  private final InstantSource clock;
  private final RandomGenerator random;
  private final Consumer<ChoreEvent> events;
  private final Set<String> unreadable = new HashSet<>();
  private OpenChores open = OpenChores.of(Optional.empty(), TreeListing.EMPTY);

  /**
   * Result of a look.
   *
   * @param moved whether it has moved a chore: then another look is worth while at once
   * @param nothingLeft whether all chores that it may move are done
   */
  public record Look(boolean moved, boolean nothingLeft) {}

  /** Commits of one push, and what is to be told when it is accepted. */
  private record Moves(List<CommitDraft> drafts, List<ChoreEvent> events) {
    static final Moves NONE = new Moves(List.of(), List.of());
  }

  public Bridge(
      BridgeSettings settings,
      GitRepository repository,
      ChoreTasks tasks,
      InstantSource clock,
      MonotonicClock monotonic,
      RandomGenerator random,
      Consumer<ChoreEvent> events) {
    this.settings = settings;
    this.repository = repository;
    this.reading = new ChoreReading(repository, settings.runners());
    this.attendance =
        new Attendance(settings, repository.url().value(), reading, tasks, monotonic, events);
    this.clock = clock;
    this.random = random;
    this.events = events;
  }

  /**
   * Looks at the repository and at the tasks once; moves what can be moved.
   *
   * @throws GitFailedException if git did not do its part; the next look begins anew
   * @throws io.grpc.StatusRuntimeException if the server did not
   */
  public Look look() {
    refresh();
    var failure = attendance.look(open);
    boolean ended = publish(this::ends);
    if (failure.isPresent()) {
      throw failure.get();
    }
    boolean taken = publish(this::taking);
    return new Look(ended || taken, open.chores().stream().allMatch(this::isSkipped));
  }

  /** Returns whether a task that it waits for has ended; asks the server alone. */
  public boolean hasEnded() {
    return attendance.hasEnded();
  }

  private void refresh() {
    var head = repository.head();
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

  /** Pushes until it is accepted, or there is nothing more to push. */
  private boolean publish(Supplier<Moves> next) {
    var refusal = "";
    for (int i = 0; i < TRIES_MAX; i++) {
      var moves = next.get();
      if (moves.drafts().isEmpty()) {
        return false;
      }
      var refused = repository.push(repository.commit(open.head(), moves.drafts()));
      refresh();
      if (refused.isEmpty()) {
        moves.events().forEach(events);
        return true;
      }
      refusal = refused.get();
    }
    throw new GitFailedException(
        "git push: refused %d times, at last with %s".formatted(TRIES_MAX, refusal));
  }

  private Moves ends() {
    var drafts = new ArrayList<CommitDraft>();
    var told = new ArrayList<ChoreEvent>();
    for (var chore : open.in(ChoreState.DOING)) {
      var taking = attendance.of(chore).filter(known -> known.outcome().isPresent());
      if (taking.isPresent() && drafts.size() < ENDS_MAX) {
        var outcome = taking.get().outcome().orElseThrow();
        drafts.add(change().end(chore, taking.get().worker(), outcome));
        told.add(done(chore, taking.get().taskId(), outcome));
      }
    }
    return new Moves(drafts, told);
  }

  /** Returns the taking of one chore, chosen at random, or its refusal. */
  private Moves taking() {
    var todo = open.in(ChoreState.DO);
    var own = attendance.own();
    boolean mayTake =
        own.size() < settings.takenMax()
            && own.stream().allMatch(taking -> taking.taskId().isPresent());
    if (todo.isEmpty() || !mayTake) {
      return Moves.NONE;
    }
    var chore = todo.get(random.nextInt(todo.size()));
    try {
      var taken = taken(chore);
      attendance.takes(chore);
      return new Moves(
          List.of(change().taking(chore, taken)), List.of(ChoreEvent.taken(chore.directory())));
    } catch (RefusedChoreException e) {
      var outcome = ChoreOutcome.refused(String.valueOf(e.getMessage()));
      return new Moves(
          List.of(change().end(chore, Optional.empty(), outcome)),
          List.of(done(chore, Optional.empty(), outcome)));
    }
  }

  private ChoreWorker taken(Chore chore) throws RefusedChoreException {
    var asked = reading.settings(chore);
    var lambda = reading.lambda(asked);
    // Read before it is taken: what cannot be read is refused in one commit.
    var unused = reading.instructions(chore);
    var id = asked.id();
    return ChoreWorker.taken(
        settings.name(),
        clock.instant().toString(),
        open.head().orElseThrow(),
        lambda,
        chore.directory(),
        id == null ? "" : id);
  }

  private ChoreChange change() {
    return new ChoreChange(settings.name(), clock.instant());
  }

  private static ChoreEvent done(Chore chore, Optional<String> taskId, ChoreOutcome outcome) {
    boolean refused = outcome.state() == ChoreOutcome.State.REFUSED;
    return ChoreEvent.done(
        chore.directory(),
        taskId.orElse(null),
        outcome.state().text(),
        refused ? outcome.error().strip() : "");
  }

  private boolean isSkipped(Chore chore) {
    return attendance.of(chore).filter(Taking::isSkipped).isPresent();
  }
}
