package dev.atf.storeconsumer.pool;

import dev.atf.runtime.loop.Pool;

/** Threads on which lists of due tasks are read. */
public record PollPool(Pool threads) {}
