/** Files that are stored by their content. */
@NullMarked
package dev.atf.blob;

import org.jspecify.annotations.NullMarked;
