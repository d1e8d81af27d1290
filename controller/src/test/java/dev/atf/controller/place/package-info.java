/** Tests of the host's own health. */
@NullMarked
package dev.atf.controller.place;

import org.jspecify.annotations.NullMarked;
