/** Objects of which blobs consist, and the port that each engine implements. */
@NullMarked
package dev.atf.blob.object;

import org.jspecify.annotations.NullMarked;
