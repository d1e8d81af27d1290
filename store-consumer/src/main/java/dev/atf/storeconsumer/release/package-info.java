/**
 * Due tasks, from the poll of the index to the push into a queue: the look-ahead, gates, rates, the
 * mark in the store.
 */
@NullMarked
package dev.atf.storeconsumer.release;

import org.jspecify.annotations.NullMarked;
