package dev.atf.blob.memory;

import dev.atf.blob.BlobStoreException;
import dev.atf.blob.memory.MemoryObjects.MemoryObject;
import dev.atf.blob.object.BlobObjects;
import dev.atf.blob.store.StoredBlobs;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Random;
import java.util.function.UnaryOperator;

/**
 * Searches all interleavings of actors, in which each operation of the engine is one step. Two
 * courses that lead to the same state continue in the same way, so only one of them is followed.
 */
final class RaceSearch {
  /**
   * Time of one clock jump, which is less than the allowed pause of a process (half of the grace).
   */
  static final Duration JUMP = Duration.ofHours(11);

  private final List<RaceActor> actors;
  private final UnaryOperator<BlobObjects> fault;
  private final int jumps;
  private final MemoryObjects engine = new MemoryObjects(this::now);
  private final HashSet<RaceState> seen = new HashSet<>();
  private Instant now = Instant.EPOCH;

  RaceSearch(List<RaceActor> actors, UnaryOperator<BlobObjects> fault, int jumps) {
    this.actors = actors;
    this.fault = fault;
    this.jumps = jumps;
  }

  /**
   * Last step of a course, with the steps before it.
   *
   * @param answer answer of the engine, which is formatted only when needed
   */
  private record Course(RaceState state, String actor, Object answer, Optional<Course> before) {
    List<String> steps() {
      var steps = new ArrayList<String>();
      for (var at = Optional.of(this); at.isPresent(); at = at.get().before) {
        steps.add(0, at.get().actor + ": " + at.get().answer);
      }
      return steps;
    }
  }

  private Instant now() {
    return now;
  }

  /** Returns the number of visited states. */
  int states() {
    return seen.size();
  }

  /** Returns the steps to a state in which a promise is broken; empty if there is none. */
  Optional<List<String>> violation(NavigableMap<String, MemoryObject> start) {
    RaceState.Actor idle = new RaceState.Actor(List.of(), false, RaceStarts.NOW);
    var first =
        new RaceState(
            start, RaceStarts.NOW, Instant.MIN, jumps, Collections.nCopies(actors.size(), idle));
    var open = new ArrayDeque<Course>();
    open.push(new Course(first, "start", start.keySet(), Optional.empty()));
    seen.add(first);
    while (!open.isEmpty()) {
      var course = open.pop();
      for (var next : after(course)) {
        if (!seen.add(next.state())) {
          continue;
        }
        if (isBroken(next.state())) {
          return Optional.of(next.steps());
        }
        open.push(next);
      }
    }
    return Optional.empty();
  }

  private List<Course> after(Course course) {
    var state = course.state();
    var next = new ArrayList<Course>();
    for (int i = 0; i < actors.size(); i++) {
      var actor = state.actors().get(i);
      if (actor.isOver()) {
        continue;
      }
      next.add(step(course, i));
      // While no time passes, an actor without further steps is equivalent to a dead one.
      if (jumps > 0 && !actor.answers().isEmpty()) {
        var after = state.with(i, RaceState.Actor.OVER, state.objects(), Instant.MIN);
        next.add(new Course(after, actors.get(i).name(), "dies", Optional.of(course)));
      }
    }
    if (state.jumps() > 0 && nobodyWaits(state)) {
      var later = state.later(state.now().plus(JUMP));
      next.add(new Course(later, "time", later.now(), Optional.of(course)));
    }
    return next;
  }

  /**
   * Returns whether no actor is in the middle of its work, because no process is paused for longer
   * than a jump.
   */
  private static boolean nobodyWaits(RaceState state) {
    return state.actors().stream()
        .allMatch(
            actor ->
                actor.isOver()
                    || actor.answers().isEmpty()
                    || actor.steppedAt().equals(state.now()));
  }

  private Course step(Course course, int index) {
    var state = course.state();
    engine.restore(state.objects());
    now = state.now();
    var stepped = new SteppedObjects(engine, now, jumps > 0, state.actors().get(index).answers());
    var kept = new Instant[] {Instant.MIN};
    boolean isOver = true;
    try {
      actors.get(index).script().run(fault.apply(stepped), stepped, until -> kept[0] = until);
    } catch (PausedError e) {
      isOver = false;
    } catch (BlobStoreException e) {
      // The actor stops without a promise.
    }
    var answers = stepped.answers();
    var changed = isOver ? RaceState.Actor.OVER : new RaceState.Actor(answers, false, now);
    return new Course(
        state.with(index, changed, engine.objects(), kept[0]),
        actors.get(index).name(),
        answers.get(answers.size() - 1),
        Optional.of(course));
  }

  /** Reads the blob as any caller would, and returns whether a promise is broken. */
  private boolean isBroken(RaceState state) {
    if (!state.now().isBefore(state.keptUntil())) {
      return false;
    }
    engine.restore(state.objects());
    var blobs = new StoredBlobs(engine, state::now, new Random(0));
    try (var opened = blobs.open(RaceStarts.KEY).orElse(null)) {
      return blobs.find(RaceStarts.KEY).isEmpty()
          || opened == null
          || !Arrays.equals(opened.readAllBytes(), RaceStarts.CONTENT);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
