/** Blobs on the objects of an engine. It contains everything that all engines have in common. */
@NullMarked
package dev.atf.blob.store;

import org.jspecify.annotations.NullMarked;
