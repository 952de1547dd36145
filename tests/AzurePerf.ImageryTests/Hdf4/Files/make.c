/* Makes the fixtures of Hdf4 tests with the HDF Group's own library:
 *   gcc make.c -I/usr/include/hdf -lmfhdf -ldf -ljpeg -lz -o /tmp/make && /tmp/make
 * Element i of a data set with key k holds x = (31 i i + 17 i + k) mod 65521: whole numbers as their low bits (32-bit ones 40503 x first),
 * 4-byte floats (x - 30000) / 8, 8-byte floats (x - 30000) / 1024. LibraryFilesTests computes the same. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "mfhdf.h"

static int check(int result, int line)
{
    if (result == FAIL) {
        fprintf(stderr, "line %d failed\n", line);
        HEprint(stderr, 0);
        exit(1);
    }
    return result;
}
#define OK(call) check((call), __LINE__)

static void element(void *at, int type, long i, long k)
{
    long long x = (31LL * i * i + 17LL * i + k) % 65521;
    switch (type & 0xff) {
    case DFNT_INT8: case DFNT_UINT8: case DFNT_CHAR8: case DFNT_UCHAR8: *(unsigned char *)at = (unsigned char)x; break;
    case DFNT_INT16: case DFNT_UINT16: { unsigned short v = (unsigned short)x; memcpy(at, &v, 2); break; }
    case DFNT_INT32: case DFNT_UINT32: { unsigned v = (unsigned)(x * 40503); memcpy(at, &v, 4); break; }
    case DFNT_FLOAT32: { float v = (float)(x - 30000) / 8; memcpy(at, &v, 4); break; }
    case DFNT_FLOAT64: { double v = (double)(x - 30000) / 1024; memcpy(at, &v, 8); break; }
    }
}

static int size_of(int type) { return DFKNTsize((type & 0xff) | DFNT_NATIVE); }

/* The block of `edges` at `start` of a data set whose shape is `dims`. */
static void put(int32 sds, int type, int rank, const int32 *dims, int32 *start, int32 *edges, long k)
{
    long count = 1;
    for (int d = 0; d < rank; d++) count *= edges[d];
    int size = size_of(type);
    char *values = calloc(count, size);
    for (long n = 0; n < count; n++) {
        long rest = n, index = 0, scale = 1, offset[8];
        for (int d = rank - 1; d >= 0; d--) { offset[d] = rest % edges[d]; rest /= edges[d]; }
        for (int d = rank - 1; d >= 0; d--) { index += (start[d] + offset[d]) * scale; scale *= dims[d]; }
        element(values + n * size, type, index, k);
    }
    OK(SDwritedata(sds, start, NULL, edges, values));
    free(values);
}

static void put_all(int32 sds, int type, int rank, int32 *dims, long k)
{
    int32 start[8] = {0};
    put(sds, type, rank, dims, start, dims, k);
}

static void types(void)
{
    static const struct { const char *name; int32 type; } all[] = {
        {"int8", DFNT_INT8}, {"uint8", DFNT_UINT8}, {"int16", DFNT_INT16}, {"uint16", DFNT_UINT16}, {"int32", DFNT_INT32},
        {"uint32", DFNT_UINT32}, {"float32", DFNT_FLOAT32}, {"float64", DFNT_FLOAT64}, {"char8", DFNT_CHAR8}, {"uchar8", DFNT_UCHAR8},
        {"little int16", DFNT_LINT16}, {"little float64", DFNT_LFLOAT64}};
    int32 file = OK(SDstart("types.hdf", DFACC_CREATE));
    for (int i = 0; i < 12; i++) {
        int32 dims[3] = {2, 5, 7};
        int rank = i % 2 == 0 ? 2 : 3;
        int32 sds = OK(SDcreate(file, all[i].name, all[i].type, rank, dims + 3 - rank));
        char attribute[64];
        for (int n = 0; n < 3; n++) element(attribute + n * size_of(all[i].type), all[i].type, n, 5);
        OK(SDsetattr(sds, "three", all[i].type & 0xff, 3, attribute));
        OK(SDsetfillvalue(sds, attribute));
        put_all(sds, all[i].type, rank, dims + 3 - rank, i);
        OK(SDendaccess(sds));
    }
    OK(SDend(file));
}

static void chunks(int32 sds, int compressed, int rank, const int32 *lengths)
{
    HDF_CHUNK_DEF def;
    memset(&def, 0, sizeof def);
    for (int d = 0; d < rank; d++) {
        def.chunk_lengths[d] = lengths[d];
        def.comp.chunk_lengths[d] = lengths[d];
    }
    if (compressed) {
        def.comp.comp_type = COMP_CODE_DEFLATE;
        def.comp.cinfo.deflate.level = 6;
    }
    OK(SDsetchunk(sds, def, compressed ? HDF_CHUNK | HDF_COMP : HDF_CHUNK));
}

static void storage(void)
{
    int32 file = OK(SDstart("storage.hdf", DFACC_CREATE));
    int32 cube[3] = {3, 10, 11}, flat[2] = {13, 17};
    int16 fill = -9;
    comp_info deflate;
    deflate.deflate.level = 9;

    int32 sds = OK(SDcreate(file, "deflate", DFNT_INT32, 3, cube));
    OK(SDsetcompress(sds, COMP_CODE_DEFLATE, &deflate));
    put_all(sds, DFNT_INT32, 3, cube, 1);
    OK(SDsetdimname(SDgetdimid(sds, 0), "Band"));
    OK(SDsetdimname(SDgetdimid(sds, 1), "Row"));
    OK(SDsetdimname(SDgetdimid(sds, 2), "Column"));
    int32 bands[3] = {26, 27, 31};
    OK(SDsetdimscale(SDgetdimid(sds, 0), 3, DFNT_INT32, bands));
    OK(SDendaccess(sds));

    for (int compressed = 0; compressed < 2; compressed++) {
        int32 lengths[3] = {2, 4, 5}, flats[2] = {4, 17};
        sds = OK(SDcreate(file, compressed ? "chunked deflate" : "chunked", DFNT_FLOAT32, 3, cube));
        chunks(sds, compressed, 3, lengths);
        put_all(sds, DFNT_FLOAT32, 3, cube, 2 + compressed);
        OK(SDendaccess(sds));

        sds = OK(SDcreate(file, compressed ? "holes deflate" : "holes", DFNT_INT16, 2, flat));
        OK(SDsetfillvalue(sds, &fill));
        chunks(sds, compressed, 2, flats);
        int32 start[2] = {4, 0}, edges[2] = {4, 17}, last[2] = {12, 0}, one[2] = {1, 17};
        put(sds, DFNT_INT16, 2, flat, start, edges, 4 + compressed);
        put(sds, DFNT_INT16, 2, flat, last, one, 4 + compressed);
        OK(SDendaccess(sds));
    }

    /* Two data sets without an end, written in turns: each becomes linked blocks, more than one table of links long. */
    int32 endless[2] = {SD_UNLIMITED, 6}, shape[2] = {60, 6};
    int32 a = OK(SDcreate(file, "linked", DFNT_UINT16, 2, endless)), b = OK(SDcreate(file, "linked too", DFNT_FLOAT64, 2, endless));
    OK(SDsetblocksize(a, 16));
    OK(SDsetblocksize(b, 48));
    for (int row = 0; row < 60; row++) {
        int32 start[2] = {row, 0}, edges[2] = {1, 6};
        put(a, DFNT_UINT16, 2, shape, start, edges, 6);
        if (row % 3 == 0) {
            edges[0] = 3;
            put(b, DFNT_FLOAT64, 2, shape, start, edges, 7);
        }
    }
    OK(SDendaccess(a));
    OK(SDendaccess(b));

    sds = OK(SDcreate(file, "never written", DFNT_INT16, 2, flat));
    OK(SDsetfillvalue(sds, &fill));
    OK(SDendaccess(sds));

    sds = OK(SDcreate(file, "part written", DFNT_INT16, 2, flat));
    OK(SDsetfillvalue(sds, &fill));
    int32 start[2] = {5, 0}, edges[2] = {3, 17};
    put(sds, DFNT_INT16, 2, flat, start, edges, 8);
    OK(SDendaccess(sds));

    sds = OK(SDcreate(file, "run lengths", DFNT_UINT8, 2, flat));
    OK(SDsetcompress(sds, COMP_CODE_RLE, &deflate));
    put_all(sds, DFNT_UINT8, 2, flat, 9);
    OK(SDendaccess(sds));

    int32 line[1] = {19};
    sds = OK(SDcreate(file, "line", DFNT_UINT32, 1, line));
    put_all(sds, DFNT_UINT32, 1, line, 10);
    OK(SDsetattr(sds, "long_name", DFNT_CHAR8, 6, "a line"));
    double scale = 0.02;
    OK(SDsetattr(sds, "scale_factor", DFNT_FLOAT64, 1, &scale));
    OK(SDendaccess(sds));

    OK(SDsetattr(file, "title", DFNT_CHAR8, 13, "of every kind"));
    int16 range[2] = {-100, 16000};
    OK(SDsetattr(file, "range", DFNT_INT16, 2, range));
    OK(SDend(file));
}

static void unfilled(void)
{
    int32 file = OK(SDstart("unfilled.hdf", DFACC_CREATE)), dims[1] = {3};
    static const int types[] = {DFNT_UCHAR8, DFNT_CHAR8, DFNT_FLOAT32, DFNT_FLOAT64, DFNT_INT8, DFNT_UINT8, DFNT_INT16, DFNT_UINT16,
        DFNT_INT32, DFNT_UINT32};
    for (int i = 0; i < 10; i++) OK(SDendaccess(OK(SDcreate(file, "unfilled", types[i], 1, dims))));
    int32 little = OK(SDcreate(file, "little", DFNT_LINT16, 1, dims));
    int16 numbers[2] = {258, -2};
    OK(SDsetattr(little, "little", DFNT_LINT16, 2, numbers));
    OK(SDsetfillvalue(little, numbers));
    OK(SDendaccess(little));
    OK(SDend(file));
}

int main(void)
{
    types();
    storage();
    unfilled();
    return 0;
}
