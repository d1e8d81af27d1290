package dev.atf.executor;

import dev.atf.runtime.loop.Threads;

/** Where the threads come from that run handlers. */
public record HandlerThreads(Threads threads) {}
