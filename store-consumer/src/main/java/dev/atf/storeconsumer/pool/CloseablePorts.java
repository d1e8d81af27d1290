package dev.atf.storeconsumer.pool;

import java.util.List;

/** CloseablePorts to store and queues, which the service closes last. */
public record CloseablePorts(List<AutoCloseable> all) {}
