/**
 * Loops, settings and orderly shutdown for programs, with few dependencies: the library for
 * handlers and the services build on it. Knows nothing of tasks.
 */
@NullMarked
package dev.atf.runtime;

import org.jspecify.annotations.NullMarked;
