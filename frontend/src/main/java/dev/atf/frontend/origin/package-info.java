/** Where a task comes from: what that shows, explains and refuses. */
@NullMarked
package dev.atf.frontend.origin;

import org.jspecify.annotations.NullMarked;
