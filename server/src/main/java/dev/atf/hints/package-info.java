/**
 * Hints to store consumers, so that urgent tasks and plans need not wait for the next poll (ADR
 * 0062).
 */
@NullMarked
package dev.atf.hints;

import org.jspecify.annotations.NullMarked;
