/** Supervisors of periodic tasks, ordering keys, jobs and children. */
@NullMarked
package dev.atf.storeconsumer.plans;

import org.jspecify.annotations.NullMarked;
