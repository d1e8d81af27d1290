/** Objects that blobs consist of: the port of an engine. */
@NullMarked
package dev.atf.blob.object;

import org.jspecify.annotations.NullMarked;
