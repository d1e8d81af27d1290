package dev.atf.lab.bench.keys;

import dev.atf.lab.bench.contender.AtfContender;
import dev.atf.lab.bench.workload.Contender;
import dev.atf.lab.bench.workload.Figures;
import dev.atf.lab.bench.workload.Measured;
import dev.atf.lab.bench.workload.Stage;
import dev.atf.lab.bench.workload.Workload;
import dev.atf.local.EngineKind;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.Lambda;
import dev.atf.worker.ChildJvm;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Workload of the same tasks without ordering keys, with them, and with some keys failing. Each
 * phase is run once in a turn, and each turn in another order, so that neither warm-up nor the
 * effect of the phase before favours any. Measures the keys that fail in no phase, and verifies
 * all. Of one trial.
 */
public final class KeyWorkload implements Workload {
  private final KeySizes sizes;
  private final List<PhaseRun.Check> checks = new ArrayList<>();

  public KeyWorkload(KeySizes sizes) {
    this.sizes = sizes;
  }

  /**
   * Starts the whole system with one lambda, which holds a key whose task has failed for good, and
   * one executor.
   */
  public record Starter(EngineKind engine, Duration pollInterval) implements Contender.Starter {
    /** Retry policy with short and regular delays: a key has to fail often while others run. */
    private static final Lambda.Retry RETRY =
        Lambda.Retry.newBuilder()
            .setMaxAttempts(1_000)
            .setInitialBackoff(ProtoTimes.proto(Duration.ofMillis(200)))
            .setMaxBackoff(ProtoTimes.proto(Duration.ofSeconds(1)))
            .build();

    @Override
    public String name() {
      return "atf " + engine;
    }

    @Override
    public Contender start(Contender.Setup setup) {
      var lambda =
          Lambda.newBuilder()
              .setName(KeyWorker.LAMBDA)
              .setHistory(Lambda.History.NONE)
              .setOnFatal(Lambda.OnFatal.HOLD)
              .setRetry(RETRY)
              .build();
      var command = ChildJvm.running(KeyWorker.class.getName(), setup.executions().toString());
      return AtfContender.start(engine, pollInterval, setup, List.of(lambda), command);
    }
  }

  @Override
  public String name() {
    return "keys";
  }

  @Override
  public boolean suits(Contender contender) {
    return contender instanceof AtfContender;
  }

  @Override
  public void warmUp(Stage stage) {
    for (var kind : List.of(PhaseKind.UNORDERED, PhaseKind.ORDERED)) {
      var unused = new PhaseRun(stage, kind, sizes.half()).run();
    }
  }

  @Override
  public List<Phase> cases() {
    var kinds =
        sizes.failing() == 0
            ? List.of(PhaseKind.UNORDERED, PhaseKind.ORDERED)
            : List.of(PhaseKind.values());
    return kinds.stream().map(Phase::new).toList();
  }

  @Override
  public List<Case> turns(List<? extends Case> cases, int runs) {
    return IntStream.range(0, runs)
        .boxed()
        .<Case>flatMap(run -> inOrderOf(run, cases).stream())
        .toList();
  }

  /**
   * Returns the order of a turn. In as many turns as there are cases, each is at every place, and
   * behind every other, once: a balanced Latin square (Williams, "Experimental designs balanced for
   * the estimation of residual effects of treatments", 1949).
   *
   * @param cases an even number
   */
  static <T> List<T> inOrderOf(int turn, List<T> cases) {
    int count = cases.size();
    return IntStream.range(0, count)
        .map(place -> place % 2 == 1 ? (place + 1) / 2 : count - place / 2)
        .mapToObj(step -> cases.get((step + turn) % count))
        .toList();
  }

  /**
   * Returns the report of the trial.
   *
   * @param measured in it, of this workload
   */
  public KeyReport report(EngineKind engine, int threads, List<Measured> measured) {
    return KeyReport.of(engine.toString(), sizes, threads, measured, checks);
  }

  /** Case of one phase. */
  final class Phase implements Case {
    private final PhaseKind kind;

    Phase(PhaseKind kind) {
      this.kind = kind;
    }

    @Override
    public String name() {
      return kind.text();
    }

    @Override
    public Figures run(Stage stage) {
      var phase = new PhaseRun(stage, kind, sizes);
      var figures = phase.run();
      checks.add(phase.check());
      return figures;
    }
  }
}
