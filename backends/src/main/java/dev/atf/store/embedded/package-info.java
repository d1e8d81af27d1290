/**
 * Durable store of one machine: RocksDB in this process, with one log of all writes, in which one
 * fsync serves many writes (ADR 0013).
 */
@NullMarked
package dev.atf.store.embedded;

import org.jspecify.annotations.NullMarked;
