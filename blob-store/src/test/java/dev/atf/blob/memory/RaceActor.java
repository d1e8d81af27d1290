package dev.atf.blob.memory;

import dev.atf.blob.object.BlobObjects;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.Consumer;

/**
 * Process of a race.
 *
 * @param script what it does
 */
record RaceActor(String name, Script script) {
  /** Course of an actor, by the real code. */
  interface Script {
    /**
     * @param promise told the times until which the blob must be there from now on
     */
    void run(BlobObjects objects, InstantSource clock, Consumer<Instant> promise);
  }
}
