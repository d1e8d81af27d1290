package dev.atf.lab.chaos;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;

/**
 * Result of a run.
 *
 * @param scheduled acknowledged tasks
 * @param succeeded tasks in this state at the end, by the store; likewise the three that follow
 * @param parked those of {@code failed} whose executors were killed too often
 * @param executions begun
 * @param writes of the store that the rules have checked
 * @param stoppedOverlaps executions that began while one ran in a process that had been stopped, or
 *     in one that had just continued: no violation
 * @param staleRefused effects that the sink refused
 * @param faults injected ones, by family
 * @param frontendFaults those of them that hit a frontend or one of its links
 * @param repliesLost replies that the links lost
 * @param schedules answers to the clients' calls
 * @param found acknowledged tasks that the API and the store know at the end
 * @param quietSeconds from the end of the faults to the end of the last task
 * @param violations the first of them
 */
public record ChaosReport(
    long seed,
    int scheduled,
    int succeeded,
    int failed,
    int cancelled,
    int parked,
    int executions,
    int writes,
    int stoppedOverlaps,
    int staleRefused,
    Map<Fault.Family, Integer> faults,
    int frontendFaults,
    int repliesLost,
    ScheduleAvailability schedules,
    int found,
    double quietSeconds,
    int violationCount,
    List<String> violations) {

  @JsonProperty
  public boolean isClean() {
    return violationCount == 0;
  }

  public void print(PrintWriter out) {
    violations.forEach(violation -> out.println("BROKEN " + violation));
    schedules.print(out);
    out.printf("scheduled    %7d   acknowledged tasks, %d found at the end%n", scheduled, found);
    out.printf("succeeded    %7d%n", succeeded);
    out.printf(
        "failed       %7d   of which %d parked: their executors were killed%n", failed, parked);
    out.printf("cancelled    %7d%n", cancelled);
    out.printf(
        "executions   %7d   of handlers, %d writes of the store checked%n", executions, writes);
    out.printf(
        "stale        %7d   effects refused; %d executions beside one that was stopped%n",
        staleRefused, stoppedOverlaps);
    out.printf(
        "faults       %7s   %d on frontends; replies lost %d%n",
        faults, frontendFaults, repliesLost);
    out.printf("quiet after  %7.1f s%n", quietSeconds);
    out.printf(
        "%s (seed %d)%n", isClean() ? "every law held" : violationCount + " laws broken", seed);
    out.flush();
  }
}
