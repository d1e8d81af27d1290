/**
 * The durable store of one machine: RocksDB in this process, with one log of all writes and one
 * fsync for many of them (ADR 0013).
 */
@NullMarked
package dev.atf.store.embedded;

import org.jspecify.annotations.NullMarked;
