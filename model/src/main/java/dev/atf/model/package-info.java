/**
 * Vocabulary and law: tasks, their possible changes, and the times that keep two executors apart.
 * No I/O, no clock, no randomness.
 */
@NullMarked
package dev.atf.model;

import org.jspecify.annotations.NullMarked;
