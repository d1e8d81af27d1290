package dev.atf.simulation.check;

import java.time.Duration;

/**
 * Try of a client to schedule a task.
 *
 * @param key the client's idempotency key of this request
 * @param number 1 for the first try
 * @param since time since the first try began
 * @param answered true if the call was accepted, or refused permanently
 */
public record ScheduleTry(String key, int number, Duration since, boolean answered) {}
