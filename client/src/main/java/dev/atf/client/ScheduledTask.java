package dev.atf.client;

import java.time.Instant;

/**
 * A task that is durable: the framework will run it.
 *
 * @param created false when its idempotency key was seen before with the same request
 */
public record ScheduledTask(String taskId, boolean created, Instant scheduledAt) {}
