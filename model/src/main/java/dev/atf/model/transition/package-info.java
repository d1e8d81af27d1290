/**
 * Transitions of tasks: each is a guard and a change that a store applies as one conditional write.
 */
@NullMarked
package dev.atf.model.transition;

import org.jspecify.annotations.NullMarked;
