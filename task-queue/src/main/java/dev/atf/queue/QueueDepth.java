package dev.atf.queue;

/**
 * About how many messages a queue holds, as its service estimates it.
 *
 * @param waiting that a receiver may get
 * @param inFlight that receivers have got and neither deleted nor given back
 */
public record QueueDepth(int waiting, int inFlight) {}
