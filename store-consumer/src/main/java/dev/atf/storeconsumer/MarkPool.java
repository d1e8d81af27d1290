package dev.atf.storeconsumer;

import java.util.concurrent.Executor;

/** The threads on which releases are marked and pushed: nothing else delays a release. */
record MarkPool(Executor executor) {}
