/** Conditions that block attempts, as the core knows them (ADR 0088). */
@NullMarked
package dev.atf.hsc.condition;

import org.jspecify.annotations.NullMarked;
