@NullMarked
package dev.atf.hsc.children;

import org.jspecify.annotations.NullMarked;
