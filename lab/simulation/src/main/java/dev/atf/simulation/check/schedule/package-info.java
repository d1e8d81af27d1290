/** Rules about calls of clients that schedule tasks. */
@NullMarked
package dev.atf.simulation.check.schedule;

import org.jspecify.annotations.NullMarked;
