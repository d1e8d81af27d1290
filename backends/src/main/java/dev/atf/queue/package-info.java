/**
 * Queues of ready tasks, one for each lambda and priority. Messages are hints: each one may be
 * lost, duplicated, late or stale. The alarm and the conditional claim of its task make up for
 * that.
 */
@NullMarked
package dev.atf.queue;

import org.jspecify.annotations.NullMarked;
