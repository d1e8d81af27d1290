/** Scheduling of tasks: validation, quotas, idempotency, and the writes that commit a task. */
@NullMarked
package dev.atf.frontend.schedule;

import org.jspecify.annotations.NullMarked;
