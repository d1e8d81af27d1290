/** Commands on lambdas and gates. */
@NullMarked
package dev.atf.cli.lambda;

import org.jspecify.annotations.NullMarked;
