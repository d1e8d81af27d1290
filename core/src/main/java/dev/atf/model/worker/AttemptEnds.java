package dev.atf.model.worker;

/**
 * Ends of a lambda's attempts within the last minute.
 *
 * @param hosts number of hosts that work for it
 * @param ended attempts, those that failed among them
 */
public record AttemptEnds(int hosts, int ended, int failed) {}
