/* Normalized difference vegetation index, (nir - red) / (nir + red), of every tile that has both images.
 *
 *   cc -O2 -o ndvi ndvi.c
 *   ndvi RED NIR        data sets, such as sur_refl_b01_1 and sur_refl_b02_1 of MOD09GA
 *
 * Reads in/RED-h17v04.bin and in/NIR-h17v04.bin: square images of little-endian doubles, NaN where there is no value.
 * Writes out/ndvi.csv, one line a tile, and out/ndvi.png, all tiles side by side: black no value, dark -0.2, white 1.
 */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { TILES = 36 * 18, SIDE = 240 };

struct tile {
    int h, v;
    unsigned char picture[SIDE * SIDE];
};

static struct tile *tiles[TILES];
static int tile_count;

static void fail(const char *what, const char *which)
{
    fprintf(stderr, "ndvi: %s %s\n", what, which);
    exit(1);
}

static void path_of(char path[300], const char *data_set, int h, int v)
{
    snprintf(path, 300, "in/%s-h%02dv%02d.bin", data_set, h, v);
}

static int has_image(const char *data_set, int h, int v)
{
    char path[300];
    path_of(path, data_set, h, v);
    return access(path, F_OK) == 0;
}

/* The image of a data set; the number of its rows and columns goes to side. */
static double *read_image(const char *data_set, int h, int v, long *side)
{
    char path[300];
    path_of(path, data_set, h, v);
    FILE *file = fopen(path, "rb");
    if (!file || fseek(file, 0, SEEK_END))
        fail("cannot read", path);
    long values = ftell(file) / (long)sizeof(double);
    rewind(file);
    for (*side = 0; *side * *side < values; ++*side)
        ;
    double *image = malloc((size_t)values * sizeof *image + 1);
    if (!image || *side * *side != values || fread(image, sizeof *image, (size_t)values, file) != (size_t)values)
        fail("no square image of doubles:", path);
    fclose(file);
    return image;
}

static unsigned char shade(double index)
{
    double share = (index + 0.2) / 1.2;
    return (unsigned char)(1 + 254 * (share < 0 ? 0 : share > 1 ? 1 : share));
}

static void add_tile(const char *red_name, const char *nir_name, int h, int v, FILE *csv)
{
    long side, other;
    double *red = read_image(red_name, h, v, &side), *nir = read_image(nir_name, h, v, &other);
    struct tile *tile = calloc(1, sizeof *tile);
    if (side != other || side == 0 || !tile || tile_count == TILES)
        fail("images of different sizes:", nir_name);
    tile->h = h;
    tile->v = v;
    long count = 0;
    double sum = 0, least = 0, most = 0;
    for (long at = 0; at < side * side; at++) {
        double index = (nir[at] - red[at]) / (nir[at] + red[at]);
        if (!(index >= -1 && index <= 1))
            continue;
        least = count == 0 || index < least ? index : least;
        most = count == 0 || index > most ? index : most;
        sum += index;
        count++;
        tile->picture[(at / side * SIDE / side) * SIDE + at % side * SIDE / side] = shade(index);
    }
    if (count > 0)
        fprintf(csv, "h%02dv%02d,%ld,%.6f,%.6f,%.6f\n", h, v, count, sum / (double)count, least, most);
    else
        fprintf(csv, "h%02dv%02d,0,,,\n", h, v);
    tiles[tile_count++] = tile;
    free(red);
    free(nir);
}

static void put32(unsigned char *to, uint32_t value)
{
    for (int byte = 0; byte < 4; byte++)
        to[byte] = (unsigned char)(value >> (24 - 8 * byte));
}

static void write_chunk(FILE *png, const char *type, const unsigned char *data, size_t length)
{
    unsigned char number[4];
    uint32_t crc = 0xffffffff;
    for (size_t at = 0; at < 4 + length; at++) {
        crc ^= at < 4 ? (unsigned char)type[at] : data[at - 4];
        for (int bit = 0; bit < 8; bit++)
            crc = crc & 1 ? crc >> 1 ^ 0xedb88320 : crc >> 1;
    }
    put32(number, (uint32_t)length);
    fwrite(number, 1, 4, png);
    fwrite(type, 1, 4, png);
    fwrite(data, 1, length, png);
    put32(number, ~crc);
    fwrite(number, 1, 4, png);
}

/* Grey, without compression: each row is one stored block of deflate. */
static void write_png(const unsigned char *pixels, uint32_t width, uint32_t height)
{
    FILE *png = fopen("out/ndvi.png", "wb");
    size_t row = width + 1, length = 2 + height * (5 + row) + 4, to = 2;
    unsigned char *data = malloc(length), head[13] = {0};
    uint32_t a = 1, b = 0;
    if (!png || !data)
        fail("cannot write", "out/ndvi.png");
    memcpy(data, "\x78\x01", 2);
    for (uint32_t y = 0; y < height; y++) {
        unsigned char *block = data + to;
        block[0] = y + 1 == height;
        block[1] = row & 255;
        block[2] = (unsigned char)(row >> 8);
        block[3] = block[1] ^ 255;
        block[4] = block[2] ^ 255;
        block[5] = 0;
        memcpy(block + 6, pixels + (size_t)y * width, width);
        for (size_t at = 5; at < 5 + row; at++) {
            a = (a + block[at]) % 65521;
            b = (b + a) % 65521;
        }
        to += 5 + row;
    }
    put32(data + to, b << 16 | a);
    put32(head, width);
    put32(head + 4, height);
    head[8] = 8;
    fwrite("\x89PNG\r\n\x1a\n", 1, 8, png);
    write_chunk(png, "IHDR", head, sizeof head);
    write_chunk(png, "IDAT", data, length);
    write_chunk(png, "IEND", head, 0);
    if (fclose(png))
        fail("cannot write", "out/ndvi.png");
    free(data);
}

static void draw(void)
{
    int left = tiles[0]->h, right = left, top = tiles[0]->v, bottom = top;
    for (int at = 1; at < tile_count; at++) {
        left = tiles[at]->h < left ? tiles[at]->h : left;
        right = tiles[at]->h > right ? tiles[at]->h : right;
        top = tiles[at]->v < top ? tiles[at]->v : top;
        bottom = tiles[at]->v > bottom ? tiles[at]->v : bottom;
    }
    size_t width = (size_t)(right - left + 1) * SIDE, height = (size_t)(bottom - top + 1) * SIDE;
    unsigned char *pixels = calloc(height, width);
    if (!pixels)
        fail("no memory for the", "picture");
    for (int at = 0; at < tile_count; at++)
        for (size_t y = 0; y < SIDE; y++)
            memcpy(pixels + ((size_t)(tiles[at]->v - top) * SIDE + y) * width + (size_t)(tiles[at]->h - left) * SIDE,
                   tiles[at]->picture + y * SIDE, SIDE);
    write_png(pixels, (uint32_t)width, (uint32_t)height);
    free(pixels);
}

int main(int count, char **arguments)
{
    if (count != 3)
        fail("usage:", "ndvi RED NIR");
    struct dirent **entries;
    int found = scandir("in", &entries, NULL, alphasort);
    FILE *csv = fopen("out/ndvi.csv", "w");
    if (found < 0 || !csv)
        fail("cannot read in/ or write", "out/ndvi.csv");
    fputs("tile,cells,mean,min,max\n", csv);
    size_t length = strlen(arguments[1]);
    for (int at = 0; at < found; at++) {
        int h, v, end = 0;
        const char *name = entries[at]->d_name;
        if (!strncmp(name, arguments[1], length) && sscanf(name + length, "-h%2dv%2d.bin%n", &h, &v, &end) == 2
            && end > 0 && !name[length + (size_t)end] && h >= 0 && h < 36 && v >= 0 && v < 18) {
            if (has_image(arguments[2], h, v))
                add_tile(arguments[1], arguments[2], h, v, csv);
            else
                fprintf(stderr, "ndvi: left out h%02dv%02d, which has no %s\n", h, v, arguments[2]);
        }
    }
    if (tile_count == 0) {
        fprintf(stderr, "ndvi: no tile has both images: %s and %s\n", arguments[1], arguments[2]);
        return 1;
    }
    draw();
    if (fclose(csv))
        fail("cannot write", "out/ndvi.csv");
    return 0;
}
