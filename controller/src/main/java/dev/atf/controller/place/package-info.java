/** Identity of this worker host, its health as it knows it itself, and its orders. */
@NullMarked
package dev.atf.controller.place;

import org.jspecify.annotations.NullMarked;
