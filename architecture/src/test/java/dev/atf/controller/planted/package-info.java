/** Violations of the drawing, planted so that {@code RoomsTest} can be seen to catch them. */
@NullMarked
package dev.atf.controller.planted;

import org.jspecify.annotations.NullMarked;
