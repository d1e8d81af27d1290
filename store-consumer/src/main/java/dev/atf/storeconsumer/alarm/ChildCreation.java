package dev.atf.storeconsumer.alarm;

import dev.atf.storeconsumer.alarm.AlarmDecision.Settle;
import java.time.Instant;
import java.util.function.BooleanSupplier;

/** Creation of the children of a success (ADR 0035) and of the notices of an end (ADR 0079). */
public interface ChildCreation {
  /**
   * Creates children, in the order of the handler, and notices. Existing ones are not changed, so
   * that any consumer may repeat the call.
   *
   * @param over returns whether the rest is left to the next turn
   * @return false if some were not created
   * @throws dev.atf.store.StoreException if some were possibly not created
   */
  boolean create(Settle settle, BooleanSupplier over, Instant now);
}
