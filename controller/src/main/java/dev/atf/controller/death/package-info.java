/** Reports of executors that died, for the claims that this controller had handed to them. */
@NullMarked
package dev.atf.controller.death;

import org.jspecify.annotations.NullMarked;
