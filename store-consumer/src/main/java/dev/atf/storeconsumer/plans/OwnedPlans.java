package dev.atf.storeconsumer.plans;

import dev.atf.hints.PendingHints;
import dev.atf.plans.hint.PlanHint;
import dev.atf.plans.row.PlanId;
import dev.atf.plans.row.PlanKind;
import dev.atf.plans.row.PlanList;
import dev.atf.store.awake.AwakeView;
import dev.atf.storeconsumer.lambda.LambdaDirectory;
import dev.atf.storeconsumer.member.Membership;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Lists of live plans that this consumer owns, and the hints about plans that wait for a check. */
@Singleton
final class OwnedPlans {
  private final LambdaDirectory directory;
  private final Membership membership;
  private final PendingHints<PlanId, PlanHint> hints =
      new PendingHints<>(PlanHint::plan, PlanHint::and);

  @Inject
  OwnedPlans(LambdaDirectory directory, Membership membership) {
    this.directory = directory;
    this.membership = membership;
  }

  List<PlanList> lists(Collection<PlanKind> kinds) {
    var members = membership.view();
    var lists = new ArrayList<PlanList>();
    for (var lambda : directory.view().values()) {
      for (var kind : kinds) {
        PlanList.live(lambda, kind).stream()
            .filter(list -> membership.isOwner(list.key(), members))
            .forEach(lists::add);
      }
    }
    return lists;
  }

  /** Returns which lambdas have something to do soon. */
  AwakeView awake() {
    return directory.awake();
  }

  PendingHints<PlanId, PlanHint> hints() {
    return hints;
  }

  /**
   * Returns the list that contains the plan of a hint, if this consumer owns it.
   *
   * @return empty if another consumer owns the list; also empty for a hint that only reports ended
   *     tasks, unless they belong to a key, because it does not contain the lambda of the list
   */
  Optional<PlanList> listOf(PlanHint hint) {
    if (hint.kind() != PlanKind.ORDER && hint.alarm().isEmpty()) {
      return Optional.empty();
    }
    return Optional.ofNullable(directory.view().get(hint.lambda()))
        .map(lambda -> hint.plan().shard(lambda.shards()))
        .map(shard -> PlanList.live(hint.lambda(), hint.kind(), shard))
        .filter(list -> membership.isOwner(list.key(), membership.view()));
  }
}
