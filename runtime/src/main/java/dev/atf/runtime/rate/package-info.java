/** Rates: token buckets, and pauses between tries. */
@NullMarked
package dev.atf.runtime.rate;

import org.jspecify.annotations.NullMarked;
