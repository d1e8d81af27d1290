/** Registered lambdas, listed from memory until one of them changes. */
@NullMarked
package dev.atf.store.lambda;

import org.jspecify.annotations.NullMarked;
