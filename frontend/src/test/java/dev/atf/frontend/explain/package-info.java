@NullMarked
package dev.atf.frontend.explain;

import org.jspecify.annotations.NullMarked;
