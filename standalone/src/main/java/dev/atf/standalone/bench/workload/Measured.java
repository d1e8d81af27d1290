package dev.atf.standalone.bench.workload;

import java.util.List;

/**
 * What came of one case of one contender.
 *
 * @param repeated executions of a job that had begun before, in all runs: at least once is not once
 * @param median of the runs
 */
public record Measured(
    String contender,
    String workload,
    String name,
    int repeated,
    Figures median,
    List<Figures> runs) {}
