package dev.atf.model.worker;

/**
 * Ends of a lambda's attempts within the last minute.
 *
 * @param hosts number of hosts that work for the lambda
 * @param ended number of attempts that ended, including failed ones
 * @param failed number of failed attempts
 */
public record AttemptEnds(int hosts, int ended, int failed) {}
