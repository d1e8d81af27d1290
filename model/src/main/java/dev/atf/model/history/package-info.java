/** History of a task: its events and the notes of its handler. */
@NullMarked
package dev.atf.model.history;

import org.jspecify.annotations.NullMarked;
