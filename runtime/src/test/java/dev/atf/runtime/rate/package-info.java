@NullMarked
package dev.atf.runtime.rate;

import org.jspecify.annotations.NullMarked;
