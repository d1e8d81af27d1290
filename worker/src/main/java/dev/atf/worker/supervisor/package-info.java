/** The parent of the executors of a host: starts, restarts, and kills those past their deadline. */
@NullMarked
package dev.atf.worker.supervisor;

import org.jspecify.annotations.NullMarked;
