/** Tests of the web console in a browser, against the real system. */
@NullMarked
package dev.atf.e2e.console;

import org.jspecify.annotations.NullMarked;
