package dev.atf.storeconsumer;

import java.util.List;

/** What the service closes last: its connections to store and queues. */
record Connections(List<AutoCloseable> all) {}
