/** Lambdas that have something to do soon, so that readers skip the lists of the others. */
@NullMarked
package dev.atf.store.awake;

import org.jspecify.annotations.NullMarked;
