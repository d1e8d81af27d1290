/** Files that tasks need and have made. */
@NullMarked
package dev.atf.client.resource;

import org.jspecify.annotations.NullMarked;
