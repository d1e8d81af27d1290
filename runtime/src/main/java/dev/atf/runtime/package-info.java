/**
 * Loops, settings and orderly shutdown of programs, with few dependencies. The library for handlers
 * and the services use this module, which contains nothing about tasks.
 */
@NullMarked
package dev.atf.runtime;

import org.jspecify.annotations.NullMarked;
