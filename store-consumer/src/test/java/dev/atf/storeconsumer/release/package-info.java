@NullMarked
package dev.atf.storeconsumer.release;

import org.jspecify.annotations.NullMarked;
