package dev.atf.storeconsumer;

import dev.atf.runtime.Pool;

/** The threads on which plans are looked at. */
record PlanPool(Pool threads) {}
