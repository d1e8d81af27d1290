package dev.atf.storeconsumer.pool;

import dev.atf.runtime.loop.Pool;

/** The threads on which alarms are read and dealt with. */
public record AlarmPool(Pool threads) {}
