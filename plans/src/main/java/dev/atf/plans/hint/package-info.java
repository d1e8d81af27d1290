/** Hints about plans that are worth a look. */
@NullMarked
package dev.atf.plans.hint;

import org.jspecify.annotations.NullMarked;
