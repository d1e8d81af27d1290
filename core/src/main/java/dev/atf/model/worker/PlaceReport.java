package dev.atf.model.worker;

import dev.atf.model.LambdaName;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Report of a worker host about itself.
 *
 * @param owner name of the credentials that the host presents; empty without credentials; after a
 *     holder with credentials, the place is never given to a host with other credentials
 * @param named whether the host's owner named the place; otherwise the name is valid only for this
 *     start
 * @param acknowledged whether the host has received the answer to an earlier report
 * @param leaving whether it shuts down in an orderly way
 * @param drained whether it follows the order to drain, and nothing runs there any more
 * @param checked whether its health check has ever passed
 * @param failingCheck description of the failing health check; empty if none fails
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

  /** Returns this report as if the host had no credentials. */
  PlaceReport withoutOwner() {
    return with("", drained);
  }

  /** Returns this report as if the host had not followed an order to drain. */
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

  /** Returns the lambdas for which the host starts no attempts. */
  Set<LambdaName> unhealthy() {
    return work.stream()
        .filter(one -> !one.unhealthy().isEmpty())
        .map(LambdaWork::lambda)
        .collect(Collectors.toSet());
  }
}
