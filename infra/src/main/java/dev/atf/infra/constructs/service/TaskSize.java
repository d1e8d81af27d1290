package dev.atf.infra.constructs.service;

/**
 * @param cpu in units of 1/1,024 of a virtual processor
 * @param memoryMib of all containers of the task
 */
public record TaskSize(int cpu, int memoryMib) {}
