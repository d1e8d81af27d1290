package dev.atf.simulation.world;

import dev.atf.simulation.run.Simulation;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;

final class TryIt {
  public static void main(String[] a) {
    ((ch.qos.logback.classic.Logger) org.slf4j.LoggerFactory.getLogger("ROOT"))
        .setLevel(ch.qos.logback.classic.Level.OFF);
    if (a[0].equals("ablate")) {
      ablate(Integer.parseInt(a[1]));
      return;
    }
    if (a[0].equals("one")) {
      var r = Simulation.world(Long.parseLong(a[1]), true, find(a.length > 2 ? a[2] : "nothing"));
      r.lines().forEach(System.out::println);
      System.out.println(r.plan() + " " + r.violations());
      return;
    }
    var next = new AtomicLong(Long.parseLong(a[0]));
    long to = next.get() + Long.parseLong(a[1]);
    long begun = System.nanoTime();
    var sim = new double[2];
    var events = new TreeMap<String, Integer>();
    var fired = new TreeMap<String, Integer>();
    try (var s = new Simulation(Integer.parseInt(a[2]))) {
      s.run(
          () -> {
            long n = next.getAndIncrement();
            return n < to ? Optional.of(n) : Optional.empty();
          },
          Ablation.NOTHING,
          r -> {
            sim[0] += r.simulated().toMillis() / 1e3;
            sim[1] += r.happened();
            r.events().forEach((k, v) -> events.merge(k.name(), v, Integer::sum));
            r.fired().forEach((k, v) -> fired.merge(k.name(), v, Integer::sum));
            if (!r.violations().isEmpty())
              System.out.println(
                  "SEED "
                      + r.plan().seed()
                      + " "
                      + r.plan().families()
                      + " "
                      + r.violations().stream().limit(3).toList());
          });
    }
    double real = (System.nanoTime() - begun) / 1e9;
    System.out.printf(
        "%s seeds in %.1f s, simulated %.0f s = %.0fx, %.1f us a happening%n%s%n%s%n",
        a[1], real, sim[0], sim[0] / real, real * 1e6 / sim[1], events, fired);
  }

  static Ablation find(String name) {
    return Ablation.all().stream()
        .filter(x -> x.name().equals(name))
        .findFirst()
        .orElse(Ablation.NOTHING);
  }

  static void ablate(int max) {
    for (var ab : Ablation.all()) {
      var next = new AtomicLong(0);
      var found = new String[1];
      var at = new long[1];
      long begun = System.nanoTime();
      try (var s = new Simulation(2)) {
        s.run(
            () -> {
              long n = next.getAndIncrement();
              return n < max && found[0] == null ? Optional.of(n) : Optional.empty();
            },
            ab,
            r -> {
              if (!r.violations().isEmpty() && found[0] == null) {
                found[0] = r.violations().get(0);
                at[0] = r.plan().seed();
              }
            });
      }
      System.out.printf(
          "%-45s %s %d after %.1f s %s%n",
          ab.name(),
          found[0] == null ? "NOT SEEN" : "seed",
          at[0],
          (System.nanoTime() - begun) / 1e9,
          found[0] == null ? "" : found[0].substring(0, Math.min(110, found[0].length())));
    }
  }
}
