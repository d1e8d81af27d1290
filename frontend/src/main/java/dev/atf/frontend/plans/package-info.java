/** Periodic tasks, ordering keys, jobs and conditions. */
@NullMarked
package dev.atf.frontend.plans;

import org.jspecify.annotations.NullMarked;
