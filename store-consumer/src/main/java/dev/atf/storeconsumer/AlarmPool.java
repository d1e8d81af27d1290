package dev.atf.storeconsumer;

import java.util.concurrent.Executor;

/** The threads on which alarms are read and dealt with. */
record AlarmPool(Executor executor) {}
