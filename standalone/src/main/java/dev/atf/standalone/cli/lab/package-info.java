/** Commands that measure and try the system: demo, bench, chaos and simulate. */
@NullMarked
package dev.atf.standalone.cli.lab;

import org.jspecify.annotations.NullMarked;
