/** Violations of the drawing, planted so that {@code ModulesTest} can be seen to catch them. */
@NullMarked
package dev.atf.controller.planted;

import org.jspecify.annotations.NullMarked;
