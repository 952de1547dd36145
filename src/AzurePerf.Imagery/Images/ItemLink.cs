using System.Text.Json;
using System.Text.Json.Nodes;

namespace AzurePerf.Imagery.Images;

/// <summary>Where a STAC item has its image: in a file next to it, which is called otherwise in the catalogue than in a folder.</summary>
public static class ItemLink
{
    /// <summary>An item that leads to a file next to it. Led back again it has the bytes that it had.</summary>
    /// <param name="item">Such as that of an <see cref="ImageFile"/>: JSON, UTF-8.</param>
    /// <param name="file">Name of the GeoTIFF, with its ending.</param>
    /// <returns>The item, or the same bytes where they are no item of an image.</returns>
    public static byte[] To(ReadOnlyMemory<byte> item, string file)
    {
        try
        {
            return JsonNode.Parse(item.Span, documentOptions: new() { AllowDuplicateProperties = false }) is JsonObject read
                && read["assets"] is JsonObject assets && assets["image"] is JsonObject image && image.ContainsKey("href")
                    ? Write(read, image, "./" + file)
                    : item.ToArray();
        }
        catch (Exception exception) when (exception is JsonException or InvalidOperationException or ArgumentException)
        {
            // No JSON, or texts in it that are none.
            return item.ToArray();
        }
    }

    private static byte[] Write(JsonObject item, JsonObject image, string link)
    {
        image["href"] = link;
        using var stream = new MemoryStream();
        using (var json = new Utf8JsonWriter(stream, StacItem.Layout))
            item.WriteTo(json);
        return stream.ToArray();
    }
}
