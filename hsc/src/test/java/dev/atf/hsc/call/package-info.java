@NullMarked
package dev.atf.hsc.call;

import org.jspecify.annotations.NullMarked;
