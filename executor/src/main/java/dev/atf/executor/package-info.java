/**
 * API for lambda owners: handlers, their outcomes and context, and the process that pulls work for
 * one lambda and runs it.
 */
@NullMarked
package dev.atf.executor;

import org.jspecify.annotations.NullMarked;
