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
   * Writes a plan if what stands there has the version before its own; its first version, if
   * nothing stands there.
   *
   * <p>Of concurrent callers with one version, one sees {@link PlanResult.Written}. A call whose
   * reply is lost may have written: repeating it answers {@link PlanResult.Refused} with the plan
   * as it is, which equals the caller's own if it was.
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
   * @return false if it has a part of this name already, which is untouched
   */
  boolean putPart(PlanPart part);

  /** Deletes a part; does nothing if there is none. */
  void deletePart(PlanId plan, String name);

  /**
   * Parts in the order of their names. Strongly consistent: sees every part whose put was answered
   * before.
   *
   * @param from the first name, or what stands before it; {@code ""} for all
   * @param limit 1–1,000
   */
  List<PlanPart> parts(PlanId plan, String from, int limit);

  /**
   * Reads a list of the index in its order. It may be seconds behind the plans: its entries are
   * hints, to be checked by {@link #find}.
   *
   * @param until at or before this time; whole milliseconds
   * @param limit of one page, 1–1,000
   * @param after end of the page before; empty for the first
   */
  PlanPage read(PlanList list, Instant until, int limit, Optional<PlanPage.Mark> after);
}
