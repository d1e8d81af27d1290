/** Calls of the controller and the HSC. */
@NullMarked
package dev.atf.executor.core.call;

import org.jspecify.annotations.NullMarked;
