/** Routes: their calls, and the choice of a lambda for each task that is scheduled (ADR 0087). */
@NullMarked
package dev.atf.frontend.route;

import org.jspecify.annotations.NullMarked;
