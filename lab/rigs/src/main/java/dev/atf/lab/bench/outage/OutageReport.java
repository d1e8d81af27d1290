package dev.atf.lab.bench.outage;

import java.io.PrintWriter;

/**
 * Effects of an outage on the tasks that met it.
 *
 * @param engine that kept the tasks
 * @param blocked tasks that waited for the dependency when it came back
 * @param kills processes that were killed while it was away
 * @param extraAttempts attempts beyond the first that no kill explains
 * @param lost tasks that did not succeed
 * @param together executions that began while another one of their task was served
 * @param overRamp executions that arrived before the ramp allowed them, at the worst time
 * @param tests connections of tests that found the dependency there
 * @param doneAfterSeconds from its return until the last task was served
 * @param peakPerSecond most executions in one second after its return
 */
public record OutageReport(
    String engine,
    int tasks,
    double outageSeconds,
    int blocked,
    int kills,
    int extraAttempts,
    int lost,
    int together,
    long overRamp,
    int tests,
    double doneAfterSeconds,
    long peakPerSecond,
    int processors,
    String java) {

  /** Returns whether nothing was lost, repeated, run twice at once or over the ramp. */
  public boolean isClean() {
    return extraAttempts == 0 && lost == 0 && together == 0 && overRamp <= 0;
  }

  /** Prints lines for people. */
  public void print(PrintWriter out) {
    out.printf(
        "outage: %,d tasks, the dependency away for %.0f s, %d processes killed in it, %,d tasks"
            + " blocked at its return%n",
        tasks, outageSeconds, kills, blocked);
    out.printf(
        "extra attempts %d, lost %d, twice at once %d, over the ramp %d%n",
        extraAttempts, lost, together, Math.max(0, overRamp));
    out.printf(
        "all done %.1f s after its return, at most %,d in a second, after %d tests%n",
        doneAfterSeconds, peakPerSecond, tests);
    out.printf("engine %s, %d processors, Java %s%n", engine, processors, java);
    out.flush();
  }
}
