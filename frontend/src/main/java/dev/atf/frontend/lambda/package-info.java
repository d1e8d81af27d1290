/** The registry of lambdas: definitions, gates, live figures and deletion. */
@NullMarked
package dev.atf.frontend.lambda;

import org.jspecify.annotations.NullMarked;
