#!/bin/sh
# Counts the cells of each image, and those that have a value.
# in/*.bin has little-endian doubles row by row, NaN where there is no value.
set -eu
{
    echo file,cells,cellsWithValue
    for image in in/*.bin; do
        od -A n -v -t f8 -w8 "$image" |
            awk -v file="${image#in/}" '$1 !~ /nan/ { filled++ } END { printf "%s,%d,%d\n", file, NR, filled }'
    done
} > out/cells.csv
