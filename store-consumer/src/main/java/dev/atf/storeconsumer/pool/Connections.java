package dev.atf.storeconsumer.pool;

import java.util.List;

/** Connections to store and queues, which the service closes last. */
public record Connections(List<AutoCloseable> all) {}
