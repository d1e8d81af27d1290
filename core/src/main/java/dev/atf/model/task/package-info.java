/** Tasks: their state, their events, and the conditional writes that change them. */
@NullMarked
package dev.atf.model.task;

import org.jspecify.annotations.NullMarked;
