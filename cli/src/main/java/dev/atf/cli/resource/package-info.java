/** Files that tasks need and have made. */
@NullMarked
package dev.atf.cli.resource;

import org.jspecify.annotations.NullMarked;
