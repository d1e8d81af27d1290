package dev.atf.controller;

import dev.atf.model.ExecutorId;
import dev.atf.model.LambdaName;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.LinkedHashMap;
import java.util.Optional;

/** Which lambda each executor of this host works for, as its last NextWork said. */
@Singleton
final class ExecutorLambdas {
  /** Starts of executors on one host that are remembered; the longest silent is forgotten. */
  private static final int EXECUTORS_MAX = 1_000;

  private final ServedLambdas served;
  private final LinkedHashMap<ExecutorId, LambdaName> known = new LinkedHashMap<>(16, 0.75f, true);

  @Inject
  ExecutorLambdas(ServedLambdas served) {
    this.served = served;
  }

  synchronized void seen(ExecutorId executor, LambdaName lambda) {
    known.put(executor, lambda);
    if (known.size() > EXECUTORS_MAX) {
      known.remove(known.keySet().iterator().next());
    }
  }

  /** Empty if it never asked since this controller started, and may work for several. */
  synchronized Optional<LambdaName> of(ExecutorId executor) {
    var only = served.names().size() == 1 ? served.names().iterator().next() : null;
    return Optional.ofNullable(known.getOrDefault(executor, only));
  }
}
