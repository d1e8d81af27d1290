package dev.atf.model.worker;

import dev.atf.model.LambdaName;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Report of a worker host about itself.
 *
 * @param owner name of the credentials that the host shows; empty without credentials; a place that
 *     was held with credentials is never given to a host with others
 * @param named whether the host's owner named the place; otherwise the name is valid only for this
 *     start
 * @param acknowledged whether it has received the answer to an earlier report
 * @param leaving whether it ends in order
 * @param drained whether it follows the order to drain, and nothing runs there any more
 * @param checked whether its health check has ever passed
 * @param failingCheck description of the health check that fails; empty if none does
 */
public record PlaceReport(
    WorkerPlace place,
    WorkerInstance instance,
    String owner,
    boolean named,
    boolean acknowledged,
    boolean leaving,
    boolean drained,
    boolean checked,
    String failingCheck,
    List<String> offers,
    List<LambdaWork> work) {
  public PlaceReport {
    offers = List.copyOf(offers);
    work = List.copyOf(work);
  }

  /** Returns the report as of a host without credentials. */
  PlaceReport withoutOwner() {
    return with("", drained);
  }

  /** Returns the report as of a host that has not followed an order to drain. */
  PlaceReport undrained() {
    return with(owner, false);
  }

  private PlaceReport with(String owner, boolean drained) {
    return new PlaceReport(
        place,
        instance,
        owner,
        named,
        acknowledged,
        leaving,
        drained,
        checked,
        failingCheck,
        offers,
        work);
  }

  /** Returns the lambdas for which it starts no attempts. */
  Set<LambdaName> unhealthy() {
    return work.stream()
        .filter(one -> !one.unhealthy().isEmpty())
        .map(LambdaWork::lambda)
        .collect(Collectors.toSet());
  }
}
