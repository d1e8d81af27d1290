/** Files that tasks need and have made. */
@NullMarked
package dev.atf.frontend.resource;

import org.jspecify.annotations.NullMarked;
