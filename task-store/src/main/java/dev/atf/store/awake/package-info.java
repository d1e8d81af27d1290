/** Lambdas that have something to do soon, so that readers leave the lists of others alone. */
@NullMarked
package dev.atf.store.awake;

import org.jspecify.annotations.NullMarked;
