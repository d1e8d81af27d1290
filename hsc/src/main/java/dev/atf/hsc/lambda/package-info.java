/** Definitions of lambdas and their gates, as of the last read. */
@NullMarked
package dev.atf.hsc.lambda;

import org.jspecify.annotations.NullMarked;
