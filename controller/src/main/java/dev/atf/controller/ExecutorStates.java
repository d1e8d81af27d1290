package dev.atf.controller;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** States of the executors of this host, if its supervisor reports them. Thread-safe. */
@Singleton
public final class ExecutorStates {
  private volatile Supplier<List<HostExecutors>> source = List::of;

  @Inject
  public ExecutorStates() {}

  /** Sets the source of the states. */
  public void from(Supplier<List<HostExecutors>> supplier) {
    source = supplier;
  }

  /** Returns the current states by the names of their lambdas; empty without a supervisor. */
  public Map<String, HostExecutors> byLambda() {
    return source.get().stream()
        .collect(Collectors.toMap(HostExecutors::lambda, executors -> executors));
  }
}
