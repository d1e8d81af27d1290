package dev.atf.storeconsumer.pool;

import dev.atf.runtime.loop.Pool;

/** Threads on which alarms are read and handled. */
public record AlarmPool(Pool threads) {}
