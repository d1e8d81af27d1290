/** One small example for each feature. Each is run by the test of its name. */
@NullMarked
package dev.atf.examples;

import org.jspecify.annotations.NullMarked;
