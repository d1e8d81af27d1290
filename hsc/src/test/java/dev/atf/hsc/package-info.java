/** The HSC on a real server and the store in memory. */
@NullMarked
package dev.atf.hsc;

import org.jspecify.annotations.NullMarked;
