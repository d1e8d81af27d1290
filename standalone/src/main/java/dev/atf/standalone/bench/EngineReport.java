package dev.atf.standalone.bench;

import java.io.PrintWriter;
import java.util.List;

/**
 * What the embedded store does by itself, without services.
 *
 * @param schedules durable Schedules of one task each, by how many clients call at once
 * @param runThreads who release, claim and finish
 * @param tasksRunPerSecond of these
 */
public record EngineReport(
    int payloadBytes, List<Schedules> schedules, int runThreads, double tasksRunPerSecond) {

  /**
   * @param p99Millis of one call
   */
  public record Schedules(int clients, double perSecond, double p50Millis, double p99Millis) {}

  public void print(PrintWriter out) {
    out.printf("payload          %d bytes%n", payloadBytes);
    for (var one : schedules) {
      out.printf(
          "schedule         %d clients: %.0f/s, p50 %.2f ms, p99 %.2f ms%n",
          one.clients(), one.perSecond(), one.p50Millis(), one.p99Millis());
    }
    out.printf(
        "run              %d threads: %.0f tasks/s released, claimed and finished%n",
        runThreads, tasksRunPerSecond);
    out.flush();
  }
}
