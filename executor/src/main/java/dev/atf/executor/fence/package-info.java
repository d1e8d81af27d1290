/** Fencing of a handler's own writes against attempts that were wrongly considered dead. */
@NullMarked
package dev.atf.executor.fence;

import org.jspecify.annotations.NullMarked;
