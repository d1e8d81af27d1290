package dev.atf.blob.store;

/**
 * Result of one step of a sweep.
 *
 * @param examined objects of the page
 * @param removed contents
 * @param bytes of the removed contents
 * @param isLast whether the page was the last, and the next step begins again
 */
public record SweepResult(int examined, int removed, long bytes, boolean isLast) {}
