/** The drawing of the rooms, as a test. */
@NullMarked
package dev.atf.e2e.rooms;

import org.jspecify.annotations.NullMarked;
