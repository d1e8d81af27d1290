/** Files by content. */
@NullMarked
package dev.atf.blob;

import org.jspecify.annotations.NullMarked;
