package dev.atf.controller.host;

import dev.atf.model.LambdaName;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** States of the executors of this host, if its supervisor tells them. Thread-safe. */
@Singleton
public final class ExecutorStates {
  private volatile Supplier<List<HostExecutors>> source = List::of;

  @Inject
  public ExecutorStates() {}

  /** Asks {@code supplier} from now on. */
  public void from(Supplier<List<HostExecutors>> supplier) {
    source = supplier;
  }

  /** Returns the present state of a lambda's; empty if the host has none of its own. */
  public Optional<HostExecutors> of(LambdaName lambda) {
    return source.get().stream().filter(one -> one.lambda().equals(lambda.value())).findAny();
  }
}
