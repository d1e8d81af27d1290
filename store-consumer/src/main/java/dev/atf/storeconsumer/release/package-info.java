/**
 * Due tasks, from the read of the index to the push into a queue. {@code DuePoll} reads them into
 * {@code LookAhead}; {@code ReleaseStep} takes them from there when they are due, as far as gates,
 * queues and rates allow, and lets {@code Releaser} mark and push them.
 */
@NullMarked
package dev.atf.storeconsumer.release;

import org.jspecify.annotations.NullMarked;
