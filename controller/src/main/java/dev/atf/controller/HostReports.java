package dev.atf.controller;

/**
 * Interface for a process that contains a controller and also supervises executors.
 *
 * @param deaths records executors that died; a loop must turn it
 * @param states takes the source of the executors' states
 * @param loads provides the load by which executors are started; a loop must turn it
 * @param health reports when the host is ordered to exit
 */
public record HostReports(
    DeathReports deaths, ExecutorStates states, QueueLoads loads, HostHealth health) {}
