package dev.atf.simulation.model;

import dev.atf.hsc.HscDecisions.Word;
import org.jspecify.annotations.Nullable;

/** Message under way, which may arrive at any time, any number of times, or never. */
sealed interface Late permits Write, Late.Call {
  /**
   * Call of an executor; the HSC decides about it when it arrives.
   *
   * @param word null: a heartbeat
   * @param sequence of a heartbeat's notes; 0: none
   * @param strange true if it is sent under the name of another lambda
   */
  record Call(Run run, @Nullable Word word, long sequence, boolean strange) implements Late {
    @Override
    public String toString() {
      return (word == null ? "HEARTBEAT" + (sequence == 0 ? "" : " with notes " + sequence) : word)
          + " of "
          + run.attempt().claimId().value().substring(14)
          + (strange ? " by a stranger" : "");
    }
  }
}
