/**
 * Conditions outside of the framework, such as a database that is available. A task waits for them
 * without using an attempt (ADR 0088).
 */
@NullMarked
package dev.atf.model.condition;

import org.jspecify.annotations.NullMarked;
