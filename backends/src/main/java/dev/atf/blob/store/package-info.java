/** Stores blobs as objects of a storage engine. The engines share this code. */
@NullMarked
package dev.atf.blob.store;

import org.jspecify.annotations.NullMarked;
