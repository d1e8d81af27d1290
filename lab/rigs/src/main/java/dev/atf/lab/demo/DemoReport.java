package dev.atf.lab.demo;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.atf.lab.bench.workload.Percentiles;
import java.io.PrintWriter;

/**
 * Result of the demonstration.
 *
 * @param lost tasks that were acknowledged and did not finish in time
 * @param killed executors that the demonstration itself killed with SIGKILL
 * @param concurrent pairs of executions of one task that overlapped
 * @param retried tasks that took more than one attempt
 * @param verified results that equal the digest computed without the framework
 * @param deliveryMs first start minus due time
 */
public record DemoReport(
    int scheduled,
    int succeeded,
    int failed,
    int lost,
    int killed,
    int concurrent,
    int retried,
    int verified,
    Percentiles deliveryMs,
    double tasksPerSecond) {

  @JsonIgnore
  public boolean allRight() {
    return succeeded == scheduled
        && verified == scheduled
        && failed == 0
        && lost == 0
        && killed > 0
        && concurrent == 0;
  }

  public void print(PrintWriter out) {
    out.printf("scheduled    %6d%n", scheduled);
    out.printf("succeeded    %6d   results verified %d%n", succeeded, verified);
    out.printf("failed       %6d%n", failed);
    out.printf("lost         %6d%n", lost);
    out.printf("killed       %6d   executors%n", killed);
    out.printf("concurrent   %6d   overlapping executions seen%n", concurrent);
    out.printf("retried      %6d   tasks with more than one attempt%n", retried);
    out.printf(
        "delivery     p50 %.1f ms   p95 %.1f ms   p99 %.1f ms   (first start - due; most are due at"
            + " once, so this is their backlog)%n",
        deliveryMs.p50(), deliveryMs.p95(), deliveryMs.p99());
    out.printf("throughput   %.1f tasks/s%n", tasksPerSecond);
    out.println(allRight() ? "all right" : "NOT all right");
    out.flush();
  }
}
