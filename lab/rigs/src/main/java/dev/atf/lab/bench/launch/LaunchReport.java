package dev.atf.lab.bench.launch;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.io.PrintWriter;
import java.util.List;

/**
 * Measurements of processes.
 *
 * @param starts medians of the starts; empty if they were not measured
 * @param idle one if it was measured
 */
public record LaunchReport(
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Start> starts,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Idle> idle) {

  /**
   * @param name of the command, or of a point that it reached
   * @param seconds from the start of the process, the script among it
   */
  public record Start(String name, double seconds, List<Double> runs) {}

  /**
   * Use of an {@code atf up} without tasks, its executors included.
   *
   * @param processes that were counted
   * @param corePercent processor time in percent of one core
   * @param mebibytes resident memory; a page that several processes share counts once
   */
  public record Idle(int processes, double corePercent, long mebibytes, double seconds) {}

  /** Prints lines for people. */
  public void print(PrintWriter out) {
    for (var start : starts) {
      out.printf("%-34s %6.2f s  (median of %s)%n", start.name(), start.seconds(), start.runs());
    }
    idle.forEach(
        use ->
            out.printf(
                "idle for %.0f s: %d processes, %.2f %% of a core, %d MiB resident%n",
                use.seconds(), use.processes(), use.corePercent(), use.mebibytes()));
    out.flush();
  }
}
