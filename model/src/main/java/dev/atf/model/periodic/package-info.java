/** Periodic tasks: when they fire, and what follows from that (ADR 0031). No I/O, no clock. */
@NullMarked
package dev.atf.model.periodic;

import org.jspecify.annotations.NullMarked;
