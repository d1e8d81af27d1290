package dev.atf.executor;

import dev.atf.runtime.Threads;

/** Where the threads come from that run handlers. */
record HandlerThreads(Threads threads) {}
