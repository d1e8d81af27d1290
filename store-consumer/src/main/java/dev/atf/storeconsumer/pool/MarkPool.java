package dev.atf.storeconsumer.pool;

import dev.atf.runtime.loop.Pool;

/** Threads on which releases are marked and pushed: nothing else delays a release. */
public record MarkPool(Pool threads) {}
