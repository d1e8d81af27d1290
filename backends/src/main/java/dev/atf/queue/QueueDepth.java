package dev.atf.queue;

/**
 * Approximate number of messages in a queue, as its service estimates it.
 *
 * @param waiting number of messages that a receiver may get
 * @param inFlight number of messages that receivers have received and neither deleted nor released
 */
public record QueueDepth(int waiting, int inFlight) {}
