/** What others get of this project. Run in verify, when the jars are there. */
@NullMarked
package dev.atf.e2e.published;

import org.jspecify.annotations.NullMarked;
