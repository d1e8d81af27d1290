/** The express lane: tasks that are due at once are pushed by the frontend itself. */
@NullMarked
package dev.atf.frontend.express;

import org.jspecify.annotations.NullMarked;
