/** One small example for each feature. The test of the same name runs it. */
@NullMarked
package dev.atf.examples;

import org.jspecify.annotations.NullMarked;
