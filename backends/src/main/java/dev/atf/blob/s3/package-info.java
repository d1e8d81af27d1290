/** Blobs in a bucket of S3. */
@NullMarked
package dev.atf.blob.s3;

import org.jspecify.annotations.NullMarked;
