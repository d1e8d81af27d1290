/** Executors that record what they run, and the reader of these records. */
@NullMarked
package dev.atf.lab.journal;

import org.jspecify.annotations.NullMarked;
