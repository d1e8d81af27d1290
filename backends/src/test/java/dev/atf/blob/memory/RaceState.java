package dev.atf.blob.memory;

import dev.atf.blob.memory.MemoryObjects.MemoryObject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;

/**
 * State of a race between two steps.
 *
 * @param objects objects in the engine
 * @param keptUntil latest promise; {@link Instant#MIN} for none
 * @param jumps remaining number of clock jumps
 */
record RaceState(
    NavigableMap<String, MemoryObject> objects,
    Instant now,
    Instant keptUntil,
    int jumps,
    List<Actor> actors) {
  RaceState {
    actors = List.copyOf(actors);
  }

  /**
   * State of an actor: its code is deterministic, so that the answers of the engine say where it
   * is.
   *
   * @param isOver whether it has ended, possibly by its death
   */
  record Actor(List<Object> answers, boolean isOver, Instant steppedAt) {
    /** An actor that has ended, whatever it did before. */
    static final Actor OVER = new Actor(List.of(), true, Instant.MIN);
  }

  RaceState with(
      int index, Actor changed, NavigableMap<String, MemoryObject> after, Instant promised) {
    var all = new ArrayList<>(actors);
    all.set(index, changed);
    var until = promised.isAfter(keptUntil) ? promised : keptUntil;
    return new RaceState(after, now, until, jumps, all);
  }

  RaceState later(Instant later) {
    return new RaceState(objects, later, keptUntil, jumps - 1, actors);
  }
}
