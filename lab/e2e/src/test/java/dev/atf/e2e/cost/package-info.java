/** Tests of what an idle system costs, as the emulators count it. */
@NullMarked
package dev.atf.e2e.cost;

import org.jspecify.annotations.NullMarked;
