/** Lambdas that have something to do soon. Readers skip the lists of all other lambdas. */
@NullMarked
package dev.atf.store.awake;

import org.jspecify.annotations.NullMarked;
