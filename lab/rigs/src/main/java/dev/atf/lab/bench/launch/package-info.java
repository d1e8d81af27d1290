/** Start and idling of the command line and of {@code atf up} as processes. */
@NullMarked
package dev.atf.lab.bench.launch;

import org.jspecify.annotations.NullMarked;
