/** Files that tasks need and make, by their content. */
@NullMarked
package dev.atf.model.resource;

import org.jspecify.annotations.NullMarked;
