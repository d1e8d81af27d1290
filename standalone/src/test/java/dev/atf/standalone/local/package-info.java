/** Tests of the system on one machine. */
@NullMarked
package dev.atf.standalone.local;

import org.jspecify.annotations.NullMarked;
