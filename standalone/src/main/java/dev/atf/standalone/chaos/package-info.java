/** The whole system as processes, under kills, pauses and bad networks, watched by the rules. */
@NullMarked
package dev.atf.standalone.chaos;

import org.jspecify.annotations.NullMarked;
