/** Where a task comes from, if a client did not just schedule it. */
@NullMarked
package dev.atf.model.origin;

import org.jspecify.annotations.NullMarked;
