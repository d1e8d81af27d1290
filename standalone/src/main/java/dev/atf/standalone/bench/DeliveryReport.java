package dev.atf.standalone.bench;

import dev.atf.standalone.demo.Percentiles;
import java.io.PrintWriter;

/**
 * How close to their time delayed tasks started.
 *
 * @param latenessMs first start minus due time
 * @param early executions that began before their time
 */
public record DeliveryReport(
    double ratePerSecond,
    int seconds,
    double aheadSeconds,
    double pollIntervalSeconds,
    int scheduled,
    int started,
    int early,
    double achievedRate,
    Percentiles latenessMs,
    double maxMs,
    int processors,
    String java) {

  public void print(PrintWriter out) {
    out.printf(
        "delivery: %d tasks scheduled %.1f s ahead at %.0f/s (asked %.0f/s), poll interval %.1f s%n",
        scheduled, aheadSeconds, achievedRate, ratePerSecond, pollIntervalSeconds);
    out.printf(
        "start - due: p50 %.1f ms   p95 %.1f ms   p99 %.1f ms   max %.1f ms%n",
        latenessMs.p50(), latenessMs.p95(), latenessMs.p99(), maxMs);
    out.printf("started %d of %d, %d before their time%n", started, scheduled, early);
    out.printf(
        "conditions: the embedded engine in this process, %d processors, java %s%n",
        processors, java);
    out.flush();
  }
}
