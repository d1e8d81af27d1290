package dev.atf.cli.chore.bridge;

import dev.atf.cli.chore.git.CommitDraft;
import dev.atf.cli.chore.model.Chore;
import dev.atf.cli.chore.model.ChoreChange;
import dev.atf.cli.chore.model.ChoreEnd;
import dev.atf.cli.chore.model.ChoreOutcome;
import dev.atf.cli.chore.model.ChoreReading;
import dev.atf.cli.chore.model.ChoreState;
import dev.atf.cli.chore.model.ChoreWorker;
import dev.atf.cli.chore.model.OpenChores;
import dev.atf.cli.chore.model.RefusedChoreException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** Decides which chores a bridge moves next, from a commit and the known state of the tasks. */
record NextMoves(
    BridgeSettings settings, ChoreReading reading, ChoreTracker tracker, RandomGenerator random) {
  /** Maximum number of ends in one push. */
  private static final int ENDS_MAX = 20;

  /**
   * Maximum number of chores that are taken in one push, so that other bridges get chores and a
   * push stays fast.
   */
  private static final int TAKINGS_MAX = 8;

  /** Returns the ends of the chores whose tasks have ended. */
  Moves ends(OpenChores open, Instant now) {
    var ends = Moves.NONE;
    for (var chore : open.in(ChoreState.DOING)) {
      var progress = tracker.of(chore).filter(known -> known.end().isPresent());
      if (progress.isPresent() && ends.drafts().size() < ENDS_MAX) {
        var of = progress.get();
        ends = ends.and(end(chore, of.worker(), of.taskId(), of.end().orElseThrow(), now));
      }
    }
    return ends;
  }

  /** Returns the commits that take randomly selected chores, or refuse them. */
  Moves takings(OpenChores open, Instant now) {
    var own = tracker.own();
    // Taken chores are scheduled first, so that no more are taken while the server is unavailable.
    boolean mayTake = own.stream().allMatch(progress -> progress.taskId().isPresent());
    int count = mayTake ? Math.min(TAKINGS_MAX, settings.takenMax() - own.size()) : 0;
    var chosen = chosen(open.in(ChoreState.DO), count);
    reading.prefetch(chosen);
    tracker.takes(chosen);
    var takings = Moves.NONE;
    for (var chore : chosen) {
      takings = takings.and(taking(open, chore, now));
    }
    return takings;
  }

  private List<Chore> chosen(List<Chore> todo, int count) {
    var left = new ArrayList<>(todo);
    var chosen = new ArrayList<Chore>();
    while (chosen.size() < count && !left.isEmpty()) {
      chosen.add(left.remove(random.nextInt(left.size())));
    }
    return chosen;
  }

  private Moves taking(OpenChores open, Chore chore, Instant now) {
    try {
      var worker = worker(open, chore, now);
      return Moves.one(change(now).taking(chore, worker), ChoreEvent.taken(chore.directory()));
    } catch (RefusedChoreException e) {
      var refused = ChoreEnd.refused(String.valueOf(e.getMessage()));
      return end(chore, Optional.empty(), Optional.empty(), refused, now);
    }
  }

  private ChoreWorker worker(OpenChores open, Chore chore, Instant now)
      throws RefusedChoreException {
    var asked = reading.settings(chore);
    var lambda = reading.lambda(asked);
    // A chore is read before it is taken, so that an unreadable one is refused in one commit.
    var unused = reading.instructions(chore);
    var id = asked.id();
    return ChoreWorker.taken(
        settings.name(),
        now.toString(),
        open.head().orElseThrow(),
        lambda,
        chore.directory(),
        id == null ? "" : id);
  }

  private Moves end(
      Chore chore,
      Optional<ChoreWorker> worker,
      Optional<String> taskId,
      ChoreEnd end,
      Instant now) {
    var outcome = end.outcome();
    boolean refused = outcome.state() == ChoreOutcome.State.REFUSED;
    return Moves.one(
        change(now).end(chore, worker, end),
        ChoreEvent.done(
            chore.directory(),
            taskId.orElse(null),
            outcome.state().text(),
            refused ? outcome.error().strip() : ""));
  }

  private ChoreChange change(Instant now) {
    return new ChoreChange(settings.name(), now);
  }

  /**
   * Commits of one push, each of which moves one chore by one state.
   *
   * @param events events to report once the push is accepted
   */
  record Moves(List<CommitDraft> drafts, List<ChoreEvent> events) {
    static final Moves NONE = new Moves(List.of(), List.of());

    Moves {
      drafts = List.copyOf(drafts);
      events = List.copyOf(events);
    }

    static Moves one(CommitDraft draft, ChoreEvent event) {
      return new Moves(List.of(draft), List.of(event));
    }

    Moves and(Moves others) {
      var all = new ArrayList<>(drafts);
      all.addAll(others.drafts);
      var allEvents = new ArrayList<>(events);
      allEvents.addAll(others.events);
      return new Moves(all, allEvents);
    }
  }
}
