package dev.atf.storeconsumer;

import dev.atf.runtime.Pool;

/** The threads on which releases are marked and pushed: nothing else delays a release. */
record MarkPool(Pool threads) {}
