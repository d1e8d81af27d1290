/**
 * A worker of the handlers that a Dagger graph has: {@link dev.atf.executordagger.WorkerModule}.
 */
@NullMarked
package dev.atf.executordagger;

import org.jspecify.annotations.NullMarked;
