package dev.atf.model.worker;

import java.time.Instant;

/**
 * One start of a worker host.
 *
 * @param id random id of the start
 * @param host name of its machine
 * @param version version of its program, with the commit if its archive names one; may be empty
 */
public record WorkerInstance(String id, Instant startedAt, String host, String version) {}
