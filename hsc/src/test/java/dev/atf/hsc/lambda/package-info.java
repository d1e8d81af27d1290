@NullMarked
package dev.atf.hsc.lambda;

import org.jspecify.annotations.NullMarked;
