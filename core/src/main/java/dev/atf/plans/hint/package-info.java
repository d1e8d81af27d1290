/** Hints about plans that should be checked soon. */
@NullMarked
package dev.atf.plans.hint;

import org.jspecify.annotations.NullMarked;
