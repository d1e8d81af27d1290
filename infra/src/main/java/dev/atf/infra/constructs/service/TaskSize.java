package dev.atf.infra.constructs.service;

/**
 * @param cpu in units of 1/1,024 of a virtual processor
 * @param memoryMib of all containers of the task
 * @param tmpMib largest size of {@code /tmp}, which is in memory: what is written there counts
 *     towards {@code memoryMib}
 */
public record TaskSize(int cpu, int memoryMib, int tmpMib) {}
