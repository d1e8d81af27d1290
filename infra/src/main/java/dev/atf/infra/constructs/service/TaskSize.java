package dev.atf.infra.constructs.service;

/**
 * Size of a task.
 *
 * @param cpu processor time, in units of 1/1,024 of a virtual processor
 * @param memoryMib memory of all containers of the task in MiB
 * @param tmpMib maximum size of {@code /tmp} in MiB; it is in memory and counts towards {@code
 *     memoryMib}
 */
public record TaskSize(int cpu, int memoryMib, int tmpMib) {}
