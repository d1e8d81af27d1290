package dev.atf.storeconsumer;

import dev.atf.runtime.Pool;

/** The threads on which alarms are read and dealt with. */
record AlarmPool(Pool threads) {}
