/**
 * Vocabulary and law: what a task is, what may happen to it, and the times that keep two executors
 * apart. No I/O, no clock, no randomness of its own.
 */
@NullMarked
package dev.atf.model;

import org.jspecify.annotations.NullMarked;
