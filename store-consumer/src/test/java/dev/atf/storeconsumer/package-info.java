@NullMarked
package dev.atf.storeconsumer;

import org.jspecify.annotations.NullMarked;
