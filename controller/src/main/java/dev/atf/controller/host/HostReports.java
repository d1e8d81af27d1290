package dev.atf.controller.host;

/**
 * Interface for a process that supervises executors beside its controller.
 *
 * @param deaths records executors that died; to be turned by a loop
 * @param states takes the source of the executors' states
 */
public record HostReports(DeathReports deaths, ExecutorStates states) {}
