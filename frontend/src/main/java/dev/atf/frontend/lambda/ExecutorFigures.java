package dev.atf.frontend.lambda;

import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.LiveFigures;
import dev.atf.store.worker.ExecutorSighting;
import dev.atf.store.worker.HostSighting;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.ToIntFunction;

/** Executor processes of a lambda on all its hosts. */
final class ExecutorFigures {
  private ExecutorFigures() {}

  /** Returns the figures; empty if no host has a supervisor. */
  static Optional<LiveFigures.Executors> of(List<HostSighting> hosts) {
    var own = hosts.stream().flatMap(host -> host.executors().stream()).toList();
    if (own.isEmpty()) {
      return Optional.empty();
    }
    var figures =
        LiveFigures.Executors.newBuilder()
            .setWanted(sum(own, ExecutorSighting::wanted))
            .setReady(sum(own, ExecutorSighting::ready))
            .setStarting(sum(own, ExecutorSighting::starting))
            .setFailing(sum(own, ExecutorSighting::failing));
    hosts.stream()
        .filter(host -> failure(host).isPresent())
        .max(Comparator.comparing(host -> failure(host).orElseThrow().inARow()))
        .ifPresent(host -> set(figures, host.host(), failure(host).orElseThrow()));
    return Optional.of(figures.build());
  }

  private static void set(
      LiveFigures.Executors.Builder figures, String host, ExecutorSighting.Failure failure) {
    figures
        .setHost(host)
        .setHow(failure.how())
        .setLastError(failure.lastError())
        .setDeathsInARow(failure.inARow())
        .setFailingSince(ProtoTimes.proto(failure.since()));
  }

  private static Optional<ExecutorSighting.Failure> failure(HostSighting host) {
    return host.executors().flatMap(ExecutorSighting::failure);
  }

  private static int sum(List<ExecutorSighting> hosts, ToIntFunction<ExecutorSighting> count) {
    return hosts.stream().mapToInt(count).sum();
  }
}
