package dev.atf.model.worker;

import java.time.Instant;

/**
 * Start of a worker host that may not work any more.
 *
 * @param order that it is given when it is heard of: RESTART of one that was lost, otherwise EXIT
 * @param reason in words, such as {@code displaced by 1f0c…}
 */
public record GoneInstance(String id, WorkerOrder order, String reason, Instant at) {}
