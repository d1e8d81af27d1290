/** Commands that measure and try the system: demo, bench, chaos and simulate. */
@NullMarked
package dev.atf.lab.cli;

import org.jspecify.annotations.NullMarked;
