/**
 * The framework in one process: the embedded engine, its services, and the handlers of a program.
 */
@NullMarked
package dev.atf.embedded;

import org.jspecify.annotations.NullMarked;
