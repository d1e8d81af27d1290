package dev.atf.controller.host;

/**
 * What the process of a controller may tell it, if it supervises executors.
 *
 * @param deaths takes note of executors that died; to be turned by a loop
 * @param states takes where the states of executors are read
 */
public record HostReports(DeathReports deaths, ExecutorStates states) {}
