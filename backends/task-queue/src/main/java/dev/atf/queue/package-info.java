/**
 * The queues of ready tasks: one for each lambda and priority. A queue is a hint: any message may
 * be lost, doubled, late or stale, and the task's alarm and conditional claim make up for it.
 */
@NullMarked
package dev.atf.queue;

import org.jspecify.annotations.NullMarked;
