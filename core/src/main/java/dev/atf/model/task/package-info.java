/** History of a task: its events and the notes of its handler. */
@NullMarked
package dev.atf.model.task;

import org.jspecify.annotations.NullMarked;
