package dev.atf.store.plans;

import dev.atf.plans.row.Plan;
import dev.atf.plans.row.PlanId;
import dev.atf.plans.row.PlanList;
import dev.atf.plans.row.PlanPart;
import dev.atf.store.StoreOutcomeUnknownException;
import dev.atf.store.StoreUnavailableException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Plans of a cluster, their parts, and the index of those with an alarm. */
public interface Plans {
  /**
   * Writes a plan if the stored one has the version before its own; the first version is written if
   * none is stored.
   *
   * <p>Of concurrent callers with one version, one sees {@link PlanResult.Written}. A call whose
   * reply is lost may have written: repeating it answers {@link PlanResult.Refused} with the stored
   * plan, which equals the caller's own if its write was applied.
   *
   * @throws StoreOutcomeUnknownException if it may or may not have been written
   * @throws StoreUnavailableException if it was not
   */
  PlanResult put(Plan plan);

  /** Finds a plan. Strongly consistent. */
  Optional<Plan> find(PlanId id);

  /**
   * Removes the row, not its parts.
   *
   * @return false if it is not there in this version
   */
  boolean delete(Plan seen);

  /**
   * @return false if the plan already has a part of this name, which is not changed
   */
  boolean putPart(PlanPart part);

  /** Deletes a part. Does nothing if there is none. */
  void deletePart(PlanId plan, String name);

  /**
   * Returns parts in the order of their names. The read is strongly consistent: it sees every part
   * whose write was answered before.
   *
   * @param from the first name, or a text before it; {@code ""} for all
   * @param limit 1–1,000
   */
  List<PlanPart> parts(PlanId plan, String from, int limit);

  /**
   * Reads a list of the index in its order. It may be seconds behind the plans, so its entries are
   * hints, which the caller checks by {@link #find}.
   *
   * @param until at or before this time; whole milliseconds
   * @param limit maximum number of entries in one page, 1–1,000
   * @param after end of the previous page; empty for the first
   */
  PlanPage read(PlanList list, Instant until, int limit, Optional<PlanPage.Mark> after);
}
