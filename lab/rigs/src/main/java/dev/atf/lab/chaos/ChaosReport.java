package dev.atf.lab.chaos;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;

/**
 * Result of a chaos run.
 *
 * @param scheduled number of acknowledged tasks
 * @param succeeded number of tasks that have succeeded at the end of the run, read from the store;
 *     {@code failed}, {@code cancelled} and {@code parked} likewise
 * @param parked those of {@code failed} whose executors were killed too often
 * @param executions number of executions that began
 * @param writes number of store writes that the rules have checked
 * @param stoppedOverlaps number of executions that began while an earlier execution was in a
 *     stopped process, or in a process that had just resumed; they are no violations
 * @param staleRefused number of effects that the sink refused
 * @param faults number of injected faults, by family
 * @param frontendFaults number of faults that hit a frontend or one of its links
 * @param repliesLost number of replies that the links lost
 * @param schedules availability of Schedule for the clients
 * @param found number of acknowledged tasks with the same status in the API and in the store at the
 *     end
 * @param quietSeconds time from the end of the faults to the end of the last task
 * @param violations first violations
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
        "failed       %7d   %d of them parked after their executors were killed%n", failed, parked);
    out.printf("cancelled    %7d%n", cancelled);
    out.printf("executions   %7d   of handlers, %d store writes checked%n", executions, writes);
    out.printf(
        "stale        %7d   effects refused; %d executions overlapped a stopped one%n",
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
