/** Files that tasks need, and files that tasks have created. */
@NullMarked
package dev.atf.frontend.resource;

import org.jspecify.annotations.NullMarked;
