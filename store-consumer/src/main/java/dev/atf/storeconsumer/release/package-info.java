/** Release of due tasks: gates, rates, the mark in the store and the push into a queue. */
@NullMarked
package dev.atf.storeconsumer.release;

import org.jspecify.annotations.NullMarked;
