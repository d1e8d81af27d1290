package dev.atf.controller.host;

/**
 * Entrance for a process that supervises executors beside its controller.
 *
 * @param deaths takes note of executors that died; to be turned by a loop
 * @param states takes where the states of executors are read
 */
public record HostReports(DeathReports deaths, ExecutorStates states) {}
