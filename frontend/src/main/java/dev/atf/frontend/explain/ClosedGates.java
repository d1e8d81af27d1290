package dev.atf.frontend.explain;

import dev.atf.frontend.reason.Reason;
import dev.atf.model.CollectionName;
import dev.atf.model.LambdaName;
import dev.atf.store.GateRegistry;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds the closed gates that hold back the tasks of a lambda and a collection. */
public final class ClosedGates {
  private final GateRegistry gates;

  @Inject
  ClosedGates(GateRegistry gates) {
    this.gates = gates;
  }

  public List<Reason> of(LambdaName lambda, @Nullable CollectionName collection, Instant now) {
    return GateReason.of(gates.read().allClosed(lambda, collection, now), now);
  }
}
