/**
 * Blobs in a directory, which processes on one machine or with one network share may use together.
 */
@NullMarked
package dev.atf.blob.directory;

import org.jspecify.annotations.NullMarked;
