package dev.atf.queue;

/**
 * Approximate number of messages in a queue, as its service estimates it.
 *
 * @param waiting that a receiver may get
 * @param inFlight that receivers have got and neither deleted nor given back
 */
public record QueueDepth(int waiting, int inFlight) {}
