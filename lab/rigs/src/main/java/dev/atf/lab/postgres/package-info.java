/** A PostgreSQL server for tests and comparisons, of the programs that this machine has. */
@NullMarked
package dev.atf.lab.postgres;

import org.jspecify.annotations.NullMarked;
