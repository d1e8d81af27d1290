/**
 * Runs of the whole system as processes, under kills, pauses and network faults, checked by the
 * rules.
 */
@NullMarked
package dev.atf.lab.chaos;

import org.jspecify.annotations.NullMarked;
