package dev.atf.storeconsumer;

import java.util.concurrent.Executor;

/** The threads on which lists of due tasks are read. */
record PollPool(Executor executor) {}
