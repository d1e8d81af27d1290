/**
 * Whole system on one machine. Engines and services run in this process, and executors are child
 * processes.
 */
@NullMarked
package dev.atf.local;

import org.jspecify.annotations.NullMarked;
