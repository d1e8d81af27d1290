package dev.atf.storeconsumer.plans;

import dev.atf.plans.row.PlanKind;
import dev.atf.plans.row.PlanList;
import dev.atf.storeconsumer.lambda.LambdaDirectory;
import dev.atf.storeconsumer.member.Membership;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Lists of live plans that this consumer owns. */
final class OwnedPlans {
  private final LambdaDirectory directory;
  private final Membership membership;

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
}
