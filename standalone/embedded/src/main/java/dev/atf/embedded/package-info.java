/** Framework in one process: embedded engine, services, and the handlers of a program. */
@NullMarked
package dev.atf.embedded;

import org.jspecify.annotations.NullMarked;
