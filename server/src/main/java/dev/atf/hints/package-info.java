/** Hints to store consumers about things that must not wait for their next poll (ADR 0062). */
@NullMarked
package dev.atf.hints;

import org.jspecify.annotations.NullMarked;
