/** A worker with the handlers of a Dagger graph: {@link dev.atf.executordagger.WorkerModule}. */
@NullMarked
package dev.atf.executordagger;

import org.jspecify.annotations.NullMarked;
