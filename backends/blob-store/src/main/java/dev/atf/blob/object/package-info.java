/** The objects of which blobs consist, which are the port of an engine. */
@NullMarked
package dev.atf.blob.object;

import org.jspecify.annotations.NullMarked;
