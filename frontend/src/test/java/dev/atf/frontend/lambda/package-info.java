@NullMarked
package dev.atf.frontend.lambda;

import org.jspecify.annotations.NullMarked;
