package dev.atf.controller;

/**
 * Parts of a controller for a process that also supervises executors.
 *
 * @param deaths records executors that died; a loop must run it
 * @param states receives the source of the executors' states
 * @param loads provides the load that determines the number of executors; a loop must run it
 * @param health reports when the host is ordered to exit
 */
public record HostReports(
    DeathReports deaths, ExecutorStates states, QueueLoads loads, HostHealth health) {}
