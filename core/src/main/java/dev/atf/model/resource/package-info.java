/** Files that tasks need and create, identified by their content. */
@NullMarked
package dev.atf.model.resource;

import org.jspecify.annotations.NullMarked;
