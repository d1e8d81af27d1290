package dev.atf.blob.memory;

import dev.atf.blob.object.BlobObjects;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.Consumer;

/**
 * Process of a race.
 *
 * @param script the actions of the process
 */
record RaceActor(String name, Script script) {
  /** Actions of an actor, which run the real code. */
  interface Script {
    /**
     * @param promise receives the times until which the blob must exist from now on
     */
    void run(BlobObjects objects, InstantSource clock, Consumer<Instant> promise);
  }
}
