package dev.atf.storeconsumer.pool;

import java.util.List;

/** What the service closes last: its connections to store and queues. */
public record Connections(List<AutoCloseable> all) {}
