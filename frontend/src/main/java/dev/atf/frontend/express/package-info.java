/** The express lane: the frontend itself pushes tasks that are due immediately. */
@NullMarked
package dev.atf.frontend.express;

import org.jspecify.annotations.NullMarked;
