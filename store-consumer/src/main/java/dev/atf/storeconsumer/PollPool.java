package dev.atf.storeconsumer;

import dev.atf.runtime.Pool;

/** The threads on which lists of due tasks are read. */
record PollPool(Pool threads) {}
