package dev.atf.controller;

/**
 * Interface for a process that supervises executors beside its controller.
 *
 * @param deaths records executors that died; to be turned by a loop
 * @param states takes the source of the executors' states
 * @param loads gives the load by which executors are started; to be turned by a loop
 * @param health tells when the host is ordered to end
 */
public record HostReports(
    DeathReports deaths, ExecutorStates states, QueueLoads loads, HostHealth health) {}
