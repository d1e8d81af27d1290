/**
 * Blobs in a directory, which processes of one machine or of one network share may use together.
 */
@NullMarked
package dev.atf.blob.directory;

import org.jspecify.annotations.NullMarked;
