/** Tests of the system on one machine. */
@NullMarked
package dev.atf.local;

import org.jspecify.annotations.NullMarked;
