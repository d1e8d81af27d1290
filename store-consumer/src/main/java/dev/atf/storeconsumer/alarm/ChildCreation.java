package dev.atf.storeconsumer.alarm;

import dev.atf.storeconsumer.alarm.AlarmDecision.Settle;
import java.time.Instant;
import java.util.function.BooleanSupplier;

/** Creation of the children of a success (ADR 0035) and of the notices of an end (ADR 0079). */
public interface ChildCreation {
  /**
   * Creates them one after the other, children in the order of the handler. Existing ones are not
   * changed, so that any consumer may repeat this.
   *
   * @param over whether those that are not begun are left to the next turn
   * @return false if some are not created
   * @throws dev.atf.store.StoreException if some may not be created
   */
  boolean create(Settle settle, BooleanSupplier over, Instant now);
}
