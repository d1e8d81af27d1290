/**
 * What a process needs whatever it does: configuration, time, loops, an RPC port with health and
 * metrics, and an orderly end. Knows nothing of tasks.
 */
@NullMarked
package dev.atf.runtime;

import org.jspecify.annotations.NullMarked;
