/** Blobs in memory, for tests. */
@NullMarked
package dev.atf.blob.memory;

import org.jspecify.annotations.NullMarked;
