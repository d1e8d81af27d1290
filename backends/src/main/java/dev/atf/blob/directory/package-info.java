/**
 * Blobs in a directory, which several processes may use, on one machine or over a network share.
 */
@NullMarked
package dev.atf.blob.directory;

import org.jspecify.annotations.NullMarked;
