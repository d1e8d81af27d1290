package dev.atf.lab.bench.keys;

import dev.atf.cli.output.Progress;
import dev.atf.local.EngineKind;
import dev.atf.runtime.TemporaryDirectory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Runs the same tasks without ordering keys, with them, and with some keys failing in either way:
 * each phase once in a run, and each run in another order, so that neither warm-up nor the effect
 * of the phase before favours any.
 *
 * @param threads that run handlers
 * @param directory on the disk that is to be measured
 */
public record KeyBenchmark(
    EngineKind engine,
    Duration pollInterval,
    KeySizes sizes,
    int runs,
    int threads,
    Path directory,
    Progress progress) {

  public KeyReport run() {
    progress.say("keys: starting atf " + engine);
    try (var data = TemporaryDirectory.in(directory, "keys-")) {
      var log = new KeyLog(data.path().resolve("log"));
      try (var system =
          KeySystem.start(
              engine,
              pollInterval,
              threads,
              data.path().resolve("data"),
              data.path().resolve("log"))) {
        return new Phases(system, log).all();
      }
    }
  }

  private List<PhaseKind> kinds() {
    return sizes.failing() == 0
        ? List.of(PhaseKind.UNORDERED, PhaseKind.ORDERED)
        : List.of(PhaseKind.values());
  }

  /**
   * Returns the order of a run. In as many runs as there are kinds, each is at every place, and
   * behind every other, once: a balanced Latin square (Williams, "Experimental designs balanced for
   * the estimation of residual effects of treatments", 1949).
   *
   * @param kinds an even number
   */
  static List<PhaseKind> inOrderOf(int run, List<PhaseKind> kinds) {
    int count = kinds.size();
    return IntStream.range(0, count)
        .map(place -> place % 2 == 1 ? (place + 1) / 2 : count - place / 2)
        .mapToObj(step -> kinds.get((step + run) % count))
        .toList();
  }

  /** Phases on a running system. */
  private final class Phases {
    private final KeySystem system;
    private final KeyLog log;
    private final KeyLog.Reader reader;
    private int phases;

    Phases(KeySystem system, KeyLog log) {
      this.system = system;
      this.log = log;
      this.reader = log.reader();
    }

    KeyReport all() {
      progress.say("keys: warming up");
      for (var kind : List.of(PhaseKind.UNORDERED, PhaseKind.ORDERED)) {
        var unused = phase(kind, sizes.half());
      }
      var results = new ArrayList<List<PhaseRun.Result>>();
      for (int run = 0; run < runs; run++) {
        var ofRun = new ArrayList<PhaseRun.Result>();
        for (var kind : inOrderOf(run, kinds())) {
          progress.say("keys: %s, run %d of %d".formatted(kind.text(), run + 1, runs));
          ofRun.add(phase(kind, sizes));
        }
        results.add(ofRun);
      }
      return KeyReport.of(engine.toString(), sizes, threads, kinds(), results);
    }

    private PhaseRun.Result phase(PhaseKind kind, KeySizes ofPhase) {
      return new PhaseRun(system, log, reader, progress, phases++, kind, ofPhase).run();
    }
  }
}
