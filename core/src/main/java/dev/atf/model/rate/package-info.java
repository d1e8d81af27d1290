/** Rates that several services share. */
@NullMarked
package dev.atf.model.rate;

import org.jspecify.annotations.NullMarked;
