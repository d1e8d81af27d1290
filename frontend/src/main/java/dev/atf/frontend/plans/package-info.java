/** Periodic tasks, ordering keys and jobs. */
@NullMarked
package dev.atf.frontend.plans;

import org.jspecify.annotations.NullMarked;
