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
   * Writes a plan if the stored plan has the preceding version and the same creation time. The
   * first version is written if no plan is stored.
   *
   * <p>Among concurrent callers with the same version, exactly one gets {@link PlanResult.Written}.
   * If a reply is lost, the write may have been applied: a repeated call then gets {@link
   * PlanResult.Refused} with the caller's own plan.
   *
   * @throws StoreOutcomeUnknownException if the plan may or may not have been written
   * @throws StoreUnavailableException if it was not written
   */
  PlanResult put(Plan plan);

  /** Finds a plan. The read is strongly consistent. */
  Optional<Plan> find(PlanId id);

  /**
   * Removes the row of a plan, but not its parts.
   *
   * @return false if the row does not have this version and creation time
   */
  boolean delete(Plan seen);

  /**
   * Puts a part.
   *
   * @return false if the plan already has a part of this name, which is not changed
   */
  boolean putPart(PlanPart part);

  /** Deletes a part. Does nothing if there is none. */
  void deletePart(PlanId plan, String name);

  /**
   * Returns parts in the order of their names. The read is strongly consistent: it sees every part
   * whose write was answered before.
   *
   * @param from first name, or a text before it; {@code ""} for all
   * @param limit maximum number of parts, 1–1,000
   */
  List<PlanPart> parts(PlanId plan, String from, int limit);

  /**
   * Reads a list of the index in its order. The index may be seconds behind the plans, so its
   * entries are hints, which the caller checks with {@link #find}.
   *
   * @param until latest alarm to read, in whole milliseconds
   * @param limit maximum number of entries in one page, 1–1,000
   * @param after end of the previous page; empty for the first
   */
  PlanPage read(PlanList list, Instant until, int limit, Optional<PlanPage.Mark> after);
}
