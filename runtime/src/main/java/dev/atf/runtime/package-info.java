/**
 * What a program needs to run loops, read settings and end in order, with few dependencies: the
 * library for handlers builds on it, and the services do. Knows nothing of tasks.
 */
@NullMarked
package dev.atf.runtime;

import org.jspecify.annotations.NullMarked;
