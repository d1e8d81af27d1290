/** The drawing of the rooms, as a test. */
@NullMarked
package dev.atf.architecture;

import org.jspecify.annotations.NullMarked;
