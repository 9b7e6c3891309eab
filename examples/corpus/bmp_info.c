/* Reads the headers of small bitmap images from memory and prints their pixels as text. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#pragma pack(push, 1)
struct file_header {
	uint8_t magic[2];
	uint32_t size;
	uint16_t reserved[2];
	uint32_t offset;
};

struct info_header {
	uint32_t size;
	int32_t width, height;
	uint16_t planes, depth;
};
#pragma pack(pop)

struct image {
	int width, height;
	unsigned char *pixels;
};

static uint32_t le32(uint32_t raw)
{
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	return __builtin_bswap32(raw);
#else
	return raw;
#endif
}

static uint16_t le16(uint16_t raw)
{
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	return __builtin_bswap16(raw);
#else
	return raw;
#endif
}

static int image_read(const unsigned char *data, size_t n, struct image *image)
{
	struct file_header file;
	struct info_header info;
	size_t stride;

	if (n < sizeof(file) + sizeof(info))
		return -1;
	memcpy(&file, data, sizeof(file));
	memcpy(&info, data + sizeof(file), sizeof(info));
	if (memcmp(file.magic, "BM", 2) != 0 || le16(info.depth) != 8)
		return -2;
	image->width = (int)le32((uint32_t)info.width);
	image->height = (int)le32((uint32_t)info.height);
	if (image->width <= 0 || image->width > 64 || image->height <= 0 || image->height > 64)
		return -3;
	stride = ((size_t)image->width + 3) & ~(size_t)3;
	if (le32(file.offset) + stride * (size_t)image->height > n)
		return -4;
	image->pixels = malloc((size_t)image->width * (size_t)image->height);
	if (image->pixels == NULL)
		return -5;
	for (int y = 0; y < image->height; y++)
		memcpy(image->pixels + y * image->width,
			data + le32(file.offset) + stride * (size_t)(image->height - 1 - y),
			(size_t)image->width);
	return 0;
}

static void image_print(const struct image *image)
{
	for (int y = 0; y < image->height; y++) {
		for (int x = 0; x < image->width; x++) {
			unsigned char level = image->pixels[y * image->width + x];

			putchar(level > 200 ? '#' : level > 100 ? '+' : '.');
		}
		putchar('\n');
	}
}

int main(void)
{
	static const unsigned char bitmap[] = {'B', 'M', 50, 0, 0, 0, 0, 0, 0, 0, 30, 0, 0, 0, 16,
		0, 0, 0, 5, 0, 0, 0, 3, 0, 0, 0, 1, 0, 8, 0, 10, 120, 250, 120, 10, 0, 0, 0, 10,
		250, 255, 250, 10, 0, 0, 0, 10, 120, 250, 120, 10, 0, 0, 0};
	struct image image = {0, 0, NULL};
	int rc = image_read(bitmap, sizeof(bitmap), &image);

	printf("read %d: %d x %d\n", rc, image.width, image.height);
	if (rc == 0)
		image_print(&image);
	free(image.pixels);
	image.pixels = NULL;
	printf("short: %d\n", image_read(bitmap, 20, &image));
	printf("cut: %d\n", image_read(bitmap, sizeof(bitmap) - 4, &image));
	return 0;
}
